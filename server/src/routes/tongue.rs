//! The language in a path.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use content::Lang;

use crate::problem::Problem;

/// The language that the first part of a path names.
pub struct Tongue(pub Lang);

impl<S: Sync> FromRequestParts<S> for Tongue {
    type Rejection = Response;

    /// `/fr-CA/x` is sent on to `/fr/x`, so that each page has one address.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let path = parts.uri.path().trim_start_matches('/');
        let (code, rest) = path.split_once('/').unwrap_or((path, ""));
        match Lang::parse(code) {
            Some(lang) if lang.code() == code && path.len() > code.len() => Ok(Self(lang)),
            Some(lang) => {
                let query = parts.uri.query().map(|it| format!("?{it}")).unwrap_or_default();
                Err(Redirect::permanent(&format!("/{lang}/{rest}{query}")).into_response())
            }
            None if is_language(code) => Err(Problem::language(code).into_response()),
            None => Err(Problem::page().into_response()),
        }
    }
}

/// Whether a text looks like the code of a language, as `de`, `pt-BR` or `zh-Hans`.
fn is_language(code: &str) -> bool {
    let mut parts = code.split('-');
    let first = parts.next().unwrap_or_default();
    let letters = |text: &str| text.bytes().all(|it| it.is_ascii_alphabetic());
    (2..=3).contains(&first.len())
        && letters(first)
        && parts.all(|it| {
            (2..=4).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_not_taken_for_a_language() {
        for code in ["de", "pt-BR", "zh-Hans", "gsw"] {
            assert!(is_language(code), "{code}");
        }
        for word in ["lessons", "x", "de-", "favicon.ico", ".env"] {
            assert!(!is_language(word), "{word}");
        }
    }
}

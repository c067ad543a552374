//! Which language a reader gets: the one in the path, else what the browser asks for.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use content::Lang;

/// The language of a path such as `/fr/lessons/static-pods`, whatever follows.
#[must_use]
pub fn in_path(path: &str) -> Option<Lang> {
    Lang::parse(path.trim_start_matches('/').split('/').next()?)
}

/// The first of our languages in the reader's own order, English when there is none.
#[must_use]
pub fn accepted(headers: &HeaderMap) -> Lang {
    let mut wishes: Vec<(f32, Lang)> = headers
        .get_all(ACCEPT_LANGUAGE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(wish)
        .filter(|(weight, _)| *weight > 0.0)
        .collect();
    // A stable sort keeps the reader's order among equals.
    wishes.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    wishes.first().map_or(Lang::En, |(_, lang)| *lang)
}

/// `fr-CA;q=0.8` as a weight and a language of ours; `*` means the first we have.
fn wish(text: &str) -> Option<(f32, Lang)> {
    let mut parts = text.split(';').map(str::trim);
    let code = parts.next()?;
    let lang = if code == "*" { Some(Lang::En) } else { Lang::parse(code) };
    let weight =
        parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |q| q.parse().ok());
    weight.zip(lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: &str, lang: Lang) {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_LANGUAGE, header.parse().unwrap());
        assert_eq!(accepted(&headers), lang, "{header}");
    }

    #[test]
    fn the_weightiest_language_of_ours_wins() {
        check("fr-CA, en;q=0.8", Lang::Fr);
        check("de, en;q=0.5, es-MX;q=0.9", Lang::Es);
        check("en;q=0, fr;q=0.1", Lang::Fr);
        check("es;q=0.7, fr;q=0.7", Lang::Es);
    }

    #[test]
    fn nobody_understood_is_answered_in_english() {
        check("de, ja", Lang::En);
        check("*", Lang::En);
        check("fr;q=nan, ;;, q=", Lang::En);
        assert_eq!(accepted(&HeaderMap::new()), Lang::En);
    }

    #[test]
    fn a_path_names_its_language_first() {
        assert_eq!(in_path("/fr/lessons/static-pods"), Some(Lang::Fr));
        assert_eq!(in_path("/lessons"), None);
        assert_eq!(in_path("/"), None);
    }
}

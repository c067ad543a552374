//! What a request that changes something must bring: the right to do so, and a body that says what.

use axum::Json;
use axum::extract::FromRequestParts;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use crate::live::Token;
use crate::problem::Problem;

/// The token in `Authorization: Bearer …`. Whether it is the right one is for the handler to see.
pub struct Bearer(pub Token);

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let value = parts.headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok());
        let (scheme, token) = value.and_then(|it| it.split_once(' ')).unwrap_or_default();
        if scheme.eq_ignore_ascii_case("bearer") {
            return Ok(Self(Token::sent(token.trim())));
        }
        let detail = "this needs the header Authorization: Bearer, with the token from the answer \
            to whoever began it";
        Err(Problem::refused(StatusCode::FORBIDDEN, detail))
    }
}

/// A body, or what is wrong with it. Asked for after the right to act has been seen, so that who
/// has none learns nothing else.
pub fn body<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Problem> {
    body.map(|Json(it)| it).map_err(|it| Problem::refused(it.status(), it.body_text()))
}

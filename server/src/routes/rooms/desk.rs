//! What only those at the desk are told.

#![expect(unused_qualifications, reason = "`utoipa::path` repeats the types of queries")]

use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use content::Lang;
use serde::Deserialize;
use utoipa::IntoParams;

use super::shapes::{Notes, StageSchema, StepNotes};
use super::{Asker, Driven, cursor, streamed};
use crate::limits::Address;
use crate::live::room::{RoomError, Standing, Stream, Wish, stream};
use crate::locale;
use crate::problem::Problem;
use crate::routes::answered::said;
use crate::routes::refusals::{NoRoom, NotTheirs, Resumes, Session, TooOften};
use crate::routes::sse;
use crate::state::App;

/// From where on the desk is read.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct DeskFrom {
    /// Like the header `Last-Event-ID`, for readers who cannot set it. The header wins.
    pub after: Option<String>,
    /// Like the header `X-Tab`. The header wins.
    pub tab: Option<String>,
}

/// In which language.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Tongue {
    /// `en`, `fr` or `es`; without it, what the reader's browser asks for.
    pub lang: Option<String>,
}

/// A room as its driver sees it
///
/// Everything that viewers are told, and besides: `hold` says whether this tab drives, whether it
/// is a remote control, and whether its token is good for nothing any more; then the stream ends.
/// `audience` says how many follow, how many look at something else, and their languages. Read it
/// with `fetch`: an `EventSource` sends no token.
#[utoipa::path(
    get,
    path = "/api/rooms/{session}/desk",
    tag = "rooms",
    security(("token" = [])),
    params(
        Session,
        ("X-Tab" = Option<String>, Header, description = "The tab that reads"),
        Resumes,
        DeskFrom,
    ),
    responses(
        (status = 200, description = "Events, the first of which are a hold and the stage",
         content((StageSchema = "text/event-stream"))),
        NotTheirs,
        NoRoom,
        TooOften,
    )
)]
pub async fn desk(
    State(app): State<App>,
    address: Address,
    Driven(room): Driven,
    Asker(caller): Asker,
    Query(from): Query<DeskFrom>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let standing = room.reads(&caller).await?;
    if room.n_desks() >= app.rooms.limits().desks {
        let detail = "as many tabs and remote controls of this room are open as may be; close one";
        return Err(Problem::refused(StatusCode::TOO_MANY_REQUESTS, detail).retry_after(30));
    }
    let kind = if standing == Standing::Remote {
        Stream::Remote
    } else {
        Stream::Tab(caller.tab.clone().ok_or(RoomError::NoTab)?)
    };
    if standing == Standing::Unclaimed {
        // Whoever sits down first drives.
        room.change(&caller, Wish::Drive, |_, _| Ok(None)).await?;
    }
    let cursor = cursor(&headers, from.after.as_deref());
    let open = sse::Open::new(&app, address, "desk")?;
    Ok(streamed(&app, open, stream(&room, kind, Some(caller), cursor)))
}

/// The speaker's notes of a room's lesson
#[utoipa::path(
    get,
    path = "/api/rooms/{session}/notes",
    tag = "rooms",
    security(("token" = [])),
    params(
        Session,
        Tongue,
    ),
    responses(
        (status = 200, description = "The notes", body = Notes),
        NotTheirs,
        NoRoom,
    )
)]
pub async fn notes(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
    Query(tongue): Query<Tongue>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    room.reads(&caller).await?;
    let lang = tongue.lang.as_deref().and_then(Lang::parse);
    let lang = lang.unwrap_or_else(|| locale::accepted(&headers));
    let id = room.look(|it| it.line().0.to_owned()).await?;
    let lesson = app.content.lesson(&id).ok_or_else(|| Problem::lesson(&id))?;
    let words = lesson.words(lang);
    let steps = words.steps.iter().chain(&words.branches).map(|step| StepNotes {
        id: step.id.clone(),
        name: step.name.clone(),
        notes: step.notes_html.clone(),
    });
    Ok(said(&Notes { lang, minutes: lesson.minutes, steps: steps.collect() }))
}

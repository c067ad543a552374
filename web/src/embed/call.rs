//! What the host asks of the player: messages from the page around the frame. Pure.

use crate::state::Speed;
use crate::tree::{Fields, Tree};

/// The longest message that is read, in bytes.
const LONGEST: usize = 16 * 1024;

/// In whose words a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Our own.
    Own,
    /// Those of the player.js specification: seconds, and messages as text.
    PlayerJs,
}

/// A message that is for us.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// In whose words it is.
    pub dialect: Dialect,
    /// The listener that player.js names, which answers carry.
    pub listener: Option<String>,
    /// Which method, as it was written.
    pub name: String,
    /// What it asks for, or why that means nothing.
    pub method: Result<Method, String>,
}

/// What never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// True.
    Yes,
    /// False.
    No,
    /// 0.
    Zero,
}

/// What may be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// Play.
    Play,
    /// Stand still.
    Pause,
    /// To a place in a step: its id, and milliseconds of motion.
    SeekStep(String, u32),
    /// To so many milliseconds of display time after what can be seen begins.
    Seek(f64),
    /// So many steps on, or back.
    Step(i32),
    /// As fast as this.
    SetSpeed(Speed),
    /// In another language.
    SetLanguage(String),
    /// In these colours: `auto`, `light` or `dark`.
    SetTheme(String),
    /// With captions or without.
    SetCaptions(bool),
    /// Back to where it began, standing still.
    Reset,
    /// How it stands.
    GetState,
    /// Where it is, in milliseconds.
    GetCurrentTime,
    /// How long it is, in milliseconds.
    GetDuration,
    /// Whether it stands still.
    GetPaused,
    /// Something this player has none of, so that it is always so: no sound, no loop.
    GetConstant(Constant),
    /// Setting that.
    SetConstant,
    /// Tell of these events.
    AddEventListener(String),
    /// Do not any more.
    RemoveEventListener(String),
}

impl Method {
    /// Whether only the page that the frame's address names may ask for it.
    #[must_use]
    pub const fn is_reserved(&self) -> bool {
        matches!(
            self,
            Self::SetSpeed(_) | Self::SetLanguage(_) | Self::SetTheme(_) | Self::SetCaptions(_)
        )
    }
}

impl Call {
    /// Reads a message; `None` for one that is not for us.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let mut message = Tree::fields(text)?;
        let dialect = match message.text("context")? {
            "mirrorpod" => Dialect::Own,
            "player.js" => Dialect::PlayerJs,
            _ => return None,
        };
        let name = message.text("method")?.to_owned();
        let listener = message.text("listener").map(str::to_owned);
        let value = message.take("value").unwrap_or_default();
        let method = match dialect {
            Dialect::Own => own(&name, value),
            Dialect::PlayerJs => player_js(&name, value),
        };
        Some(Self { dialect, listener, name, method })
    }
}

fn own(name: &str, value: Tree) -> Result<Method, String> {
    let method = match (name, value) {
        ("play", _) => Method::Play,
        ("pause", _) => Method::Pause,
        ("reset", _) => Method::Reset,
        ("getState", _) => Method::GetState,
        ("getCurrentTime", _) => Method::GetCurrentTime,
        ("getDuration", _) => Method::GetDuration,
        ("seek", it @ (Tree::Whole(_) | Tree::Fraction(_))) => {
            Method::Seek(it.number().unwrap_or_default())
        }
        ("seek", Tree::Object(place)) => return seek(&place),
        ("step", Tree::Null) => Method::Step(1),
        ("step", it @ (Tree::Whole(_) | Tree::Fraction(_))) => {
            Method::Step(it.whole().unwrap_or_default())
        }
        ("setSpeed", it @ (Tree::Whole(_) | Tree::Fraction(_))) => {
            let speed = Speed::ALL.into_iter().find(|speed| Some(speed.factor()) == it.number());
            Method::SetSpeed(speed.ok_or("speed is 0.25, 0.5, 0.75, 1, 1.5, 2 or 4")?)
        }
        ("setLanguage", Tree::Text(it)) => Method::SetLanguage(it),
        ("setTheme", Tree::Text(it)) if matches!(&*it, "auto" | "light" | "dark") => {
            Method::SetTheme(it)
        }
        ("setCaptions", Tree::Bool(it)) => Method::SetCaptions(it),
        ("addEventListener", Tree::Text(it)) => Method::AddEventListener(it),
        ("removeEventListener", Tree::Text(it)) => Method::RemoveEventListener(it),
        ("inject", _) => return Err("a recorded lesson takes no faults".into()),
        (
            "seek"
            | "step"
            | "setSpeed"
            | "setLanguage"
            | "setTheme"
            | "setCaptions"
            | "addEventListener"
            | "removeEventListener",
            _,
        ) => return Err(["the value of ", name, " is of another kind"].concat()),
        _ => return Err(["there is no method ", name].concat()),
    };
    Ok(method)
}

fn seek(place: &Fields) -> Result<Method, String> {
    let step = place.text("step").ok_or("seek needs a step, or a number")?;
    let t = match place.get("t") {
        None => 0,
        Some(t) => t.whole().ok_or("t counts ms from 0")?,
    };
    Ok(Method::SeekStep(step.to_owned(), t))
}

fn player_js(name: &str, value: Tree) -> Result<Method, String> {
    let method = match (name, value) {
        ("play", _) => Method::Play,
        ("pause", _) => Method::Pause,
        ("getPaused", _) => Method::GetPaused,
        ("getDuration", _) => Method::GetDuration,
        ("getCurrentTime", _) => Method::GetCurrentTime,
        ("setCurrentTime", it @ (Tree::Whole(_) | Tree::Fraction(_))) => {
            Method::Seek(it.number().unwrap_or_default() * 1000.0)
        }
        ("getMuted", _) => Method::GetConstant(Constant::Yes),
        ("getLoop", _) => Method::GetConstant(Constant::No),
        ("getVolume", _) => Method::GetConstant(Constant::Zero),
        ("mute" | "unmute" | "setVolume" | "setLoop", _) => Method::SetConstant,
        ("addEventListener", Tree::Text(it)) => Method::AddEventListener(it),
        ("removeEventListener", Tree::Text(it)) => Method::RemoveEventListener(it),
        _ => return Err(["there is no method ", name].concat()),
    };
    Ok(method)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[track_caller]
    fn check(message: &Value, wanted: &Result<Method, &str>) {
        let call = Call::read(&message.to_string()).expect("it is for us");
        let wanted = wanted.clone().map_err(str::to_owned);
        assert_eq!(call.method, wanted, "{message}");
    }

    fn own(method: &str, value: &Value) -> Value {
        json!({"context": "mirrorpod", "version": 1, "id": 7, "method": method, "value": value})
    }

    #[test]
    fn a_message_in_our_words_is_read() {
        check(&own("play", &Value::Null), &Ok(Method::Play));
        let delete = json!({"step": "delete", "t": 12});
        check(&own("seek", &delete), &Ok(Method::SeekStep("delete".into(), 12)));
        check(&own("seek", &json!({"step": "edit"})), &Ok(Method::SeekStep("edit".into(), 0)));
        check(&own("seek", &json!(1500)), &Ok(Method::Seek(1500.0)));
        check(&own("step", &json!(-1)), &Ok(Method::Step(-1)));
        check(&own("setTheme", &json!("dark")), &Ok(Method::SetTheme("dark".into())));
        let speed = Speed::from_quarters(6).unwrap();
        check(&own("setSpeed", &json!(1.5)), &Ok(Method::SetSpeed(speed)));
        let listen = Method::AddEventListener("stepchange".into());
        check(&own("addEventListener", &json!("stepchange")), &Ok(listen));
    }

    #[test]
    fn a_message_that_means_nothing_is_answered_with_what_is_wrong() {
        check(&own("dance", &Value::Null), &Err("there is no method dance"));
        check(&own("step", &json!("two")), &Err("the value of step is of another kind"));
        check(&own("seek", &json!({"t": 3})), &Err("seek needs a step, or a number"));
        check(&own("seek", &json!({"step": "edit", "t": -3})), &Err("t counts ms from 0"));
        check(&own("inject", &json!("api down")), &Err("a recorded lesson takes no faults"));
        let speeds = "speed is 0.25, 0.5, 0.75, 1, 1.5, 2 or 4";
        check(&own("setSpeed", &json!(3)), &Err(speeds));
    }

    #[test]
    fn player_js_counts_in_seconds() {
        let call = |method: &str, value: Value| {
            let mut message = own(method, &value);
            message["context"] = json!("player.js");
            message
        };
        check(&call("setCurrentTime", json!(2.5)), &Ok(Method::Seek(2500.0)));
        check(&call("getMuted", Value::Null), &Ok(Method::GetConstant(Constant::Yes)));
        check(&call("setLoop", json!(true)), &Ok(Method::SetConstant));
    }

    #[test]
    fn what_is_not_for_us_is_left_alone() {
        let long = own("play", &json!("x".repeat(LONGEST))).to_string();
        for text in ["", "[]", "{}", r#"{"context":"h5p","action":"hello"}"#, &long] {
            assert_eq!(Call::read(text), None, "{text:.40}");
        }
        let event = r#"{"context":"mirrorpod","event":"ready"}"#;
        assert_eq!(Call::read(event), None, "our own words are no method");
    }
}

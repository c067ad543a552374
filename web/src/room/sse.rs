//! Server-sent events out of a text that grows. Pure.
//!
//! The browser's own reader of such streams sends no `Authorization`, so what only a presenter may
//! read is fetched, and read here.

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// Its name; `message` when it has none.
    pub name: String,
    /// What it says.
    pub data: String,
    /// The newest id so far.
    pub id: String,
}

/// Reads a stream in whatever pieces it comes.
#[derive(Clone, Debug, Default)]
pub struct Events {
    line: String,
    name: String,
    data: String,
    id: String,
    after_return: bool,
}

impl Events {
    /// Takes the next piece and tells every event that it completes.
    pub fn read(&mut self, piece: &str, mut tell: impl FnMut(Heard)) {
        for letter in piece.chars() {
            // A line ends in one of `\n`, `\r` and `\r\n`.
            let is_second = letter == '\n' && self.after_return;
            self.after_return = letter == '\r';
            if is_second {
                continue;
            }
            if letter != '\n' && letter != '\r' {
                self.line.push(letter);
                continue;
            }
            let line = std::mem::take(&mut self.line);
            if let Some(heard) = self.line(&line) {
                tell(heard);
            }
        }
    }

    fn line(&mut self, line: &str) -> Option<Heard> {
        if line.is_empty() {
            return self.end();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "id" => value.clone_into(&mut self.id),
            "data" => {
                self.data.push_str(value);
                self.data.push('\n');
            }
            // A comment has no field; others are none of ours.
            _ => {}
        }
        None
    }

    fn end(&mut self) -> Option<Heard> {
        let name = std::mem::take(&mut self.name);
        let mut data = std::mem::take(&mut self.data);
        data.pop()?;
        let name = if name.is_empty() { "message".to_owned() } else { name };
        Some(Heard { name, data, id: self.id.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events of a text, however it is cut: `name#id=data`.
    #[track_caller]
    fn check(text: &str, wanted: &[&str]) {
        for size in [1, 2, 7, text.len().max(1)] {
            let mut events = Events::default();
            let mut heard = Vec::new();
            let letters: Vec<char> = text.chars().collect();
            for piece in letters.chunks(size) {
                let piece: String = piece.iter().collect();
                events.read(&piece, |it| heard.push(format!("{}#{}={}", it.name, it.id, it.data)));
            }
            assert_eq!(heard, wanted, "in pieces of {size}");
        }
    }

    #[test]
    fn an_event_ends_with_an_empty_line() {
        check("event: stage\ndata: {\"beat\":1}\n\n", &["stage#={\"beat\":1}"]);
        check("event: stage\ndata: {}\n", &[]);
        check("data: é\n\n", &["message#=é"]);
    }

    #[test]
    fn an_id_stays_until_the_next_one() {
        let text = "event: entry\nid: 1.7\ndata: a\n\nevent: pulse\ndata: b\n\n";
        check(text, &["entry#1.7=a", "pulse#1.7=b"]);
    }

    #[test]
    fn lines_end_in_any_of_three_ways() {
        check("data: a\r\n\r\ndata: b\r\rdata: c\n\n", &["message#=a", "message#=b", "message#=c"]);
    }

    #[test]
    fn several_lines_of_data_are_one() {
        check("data: a\ndata:b\ndata\n\n", &["message#=a\nb\n"]);
    }

    #[test]
    fn comments_and_strangers_are_passed_over() {
        check(": keep-alive\n\nretry: 500\n\nevent: gone\n\ndata: x\n\n", &["message#=x"]);
    }
}

//! The trace that is on stage, put together from the recorded line of a lesson and what a live
//! cluster has added to it. Pure.

use trace::{Entry, Header};

use super::on_stage::Source;
use super::sse::Heard;
use crate::driver::{Lesson, Trouble};
use crate::facts;
use crate::live::told;
use crate::loaded::Loaded;
use crate::words::Words;

/// What has arrived of the trace that is on stage.
#[derive(Default)]
pub struct Reel {
    /// The trace that is wanted.
    source: Source,
    /// The lesson's line, and which it is.
    line: Option<(Line, Lesson)>,
    /// The header and the entries of the live cluster that are its own.
    header: Option<Header>,
    own: Vec<Entry>,
    is_new: bool,
}

/// What became of something that the room said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Took {
    /// It belongs to the trace, which there is more of now.
    More,
    /// It cannot be taken, since something is missing before it.
    Gap,
    /// It has nothing to do with the trace, or cannot be read.
    Nothing,
}

/// A line of a lesson: the lesson's own, or a what-if.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The lesson.
    pub lesson: String,
    /// The what-if.
    pub branch: Option<String>,
}

impl Reel {
    /// Another trace is wanted, or the same; gives the line that must be fetched for it.
    pub fn want(&mut self, source: &Source) -> Option<Line> {
        if self.source == *source {
            return None;
        }
        if self.source.cluster != source.cluster {
            self.header = None;
            self.own.clear();
        }
        self.source = source.clone();
        self.is_new = true;
        let line = Line { lesson: source.lesson.clone(), branch: source.branch.clone() };
        let is_here = self.line.as_ref().is_some_and(|(it, _)| *it == line);
        (!is_here).then_some(line)
    }

    /// The line of a lesson is here.
    pub fn line(&mut self, line: Line, lesson: Lesson) {
        self.line = Some((line, lesson));
        self.is_new = true;
    }

    /// Takes what the room says of the live cluster on stage.
    pub fn hear(&mut self, heard: &Heard) -> Took {
        match heard.name.as_str() {
            "header" => {
                let kept = heard.id.rsplit('.').next().and_then(|it| it.parse().ok());
                let taken = self.header(&heard.data, kept.unwrap_or(0));
                if taken.is_ok() { Took::More } else { Took::Nothing }
            }
            "entry" if self.entry(&heard.data).is_ok() => Took::More,
            "entry" => Took::Gap,
            _ => Took::Nothing,
        }
    }

    /// Takes the header of the live cluster. `kept` entries in all stay; what came after them comes
    /// again.
    ///
    /// # Errors
    /// When it is none.
    pub fn header(&mut self, json: &str, kept: u32) -> Result<(), Trouble> {
        let header: Header = facts::read(json)?;
        if header.format != trace::FORMAT {
            return Err(Trouble::Format);
        }
        self.header = Some(header);
        self.own.truncate(kept.saturating_sub(self.source.shared) as usize);
        self.is_new = true;
        Ok(())
    }

    /// Takes an entry of the live cluster. One that is known is passed over.
    ///
    /// # Errors
    /// When it is none, or others are missing before it.
    pub fn entry(&mut self, json: &str) -> Result<(), Trouble> {
        let entry: Entry = facts::read(json)?;
        let next = self.source.shared as usize + self.own.len() + 1;
        if entry.id.0 as usize > next {
            return Err(Trouble::Gap);
        }
        if entry.id.0 as usize == next {
            self.own.push(entry);
            self.is_new = true;
        }
        Ok(())
    }

    /// The trace, if it is whole and not as it was told before. `before` is what is shown, if it is
    /// the beginning of this one.
    pub fn tell(&mut self, words: &Words, before: Option<&Loaded>) -> Option<(Source, Loaded)> {
        if !self.is_new {
            return None;
        }
        let (line, lesson) = self.line.as_ref()?;
        if line.lesson != self.source.lesson || line.branch != self.source.branch {
            return None;
        }
        let loaded = if self.source.cluster.is_some() {
            let header = self.header.as_ref()?;
            let shared = lesson.entries.get(..self.source.shared as usize)?;
            let entries = shared.iter().chain(&self.own).cloned().collect();
            told::tell(header, entries, words, before)
        } else {
            let lesson = Lesson { header: lesson.header.clone(), entries: lesson.entries.clone() };
            Loaded::new(lesson, words)
        };
        self.is_new = false;
        Some((self.source.clone(), loaded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"format":1,"kubernetes":"v1","lesson":"static-pods","version":"a",
        "seed":1,"topology":{"epoch":"2030-01-01T00:00:00Z","nodes":[{"name":"n"}]}"#;

    fn words() -> Words {
        let json = r#"{"lang":"en","ui":{},"lesson":{"steps":[]}}"#;
        Words::parse(json, |_| Box::new(|_| "other".to_owned())).expect("a dictionary")
    }

    fn entry(id: u32) -> String {
        format!(r#"{{"id":{id},"at":{id},"event":"apiServerUp"}}"#)
    }

    fn lesson(n_entries: u32) -> Lesson {
        let entries = (1..=n_entries).map(|id| facts::read(&entry(id)).expect("an entry"));
        let header = facts::read(&format!("{HEADER}}}")).expect("a header");
        Lesson { header, entries: entries.collect() }
    }

    fn recorded() -> Source {
        Source { lesson: "static-pods".into(), ..Source::default() }
    }

    fn forked(shared: u32) -> Source {
        Source { cluster: Some("abc".into()), shared, ..recorded() }
    }

    fn line() -> Line {
        Line { lesson: "static-pods".into(), branch: None }
    }

    /// The length of the trace that is told, if one is.
    #[track_caller]
    fn check(reel: &mut Reel, wanted: Option<usize>) {
        let told = reel.tell(&words(), None);
        assert_eq!(told.map(|(_, it)| it.timeline.entries().len()), wanted);
        assert!(reel.tell(&words(), None).is_none(), "it is told once");
    }

    #[test]
    fn a_lesson_is_told_when_it_is_here() {
        let mut reel = Reel::default();
        assert_eq!(reel.want(&recorded()), Some(line()));
        assert_eq!(reel.want(&recorded()), None);
        check(&mut reel, None);
        reel.line(line(), lesson(5));
        check(&mut reel, Some(5));
    }

    #[test]
    fn a_live_cluster_is_the_beginning_of_the_lesson_and_what_came_then() {
        let mut reel = Reel::default();
        reel.want(&recorded());
        reel.line(line(), lesson(5));
        check(&mut reel, Some(5));
        assert_eq!(reel.want(&forked(3)), None, "the line is here");
        check(&mut reel, None);
        let header = format!(r#"{HEADER},"forkedAfter":3}}"#);
        assert_eq!(reel.header(&header, 3), Ok(()));
        check(&mut reel, Some(3));
        for id in [4, 5] {
            assert_eq!(reel.entry(&entry(id)), Ok(()));
        }
        check(&mut reel, Some(5));
    }

    #[test]
    fn what_a_new_connection_repeats_is_passed_over_and_a_gap_is_noticed() {
        let mut reel = Reel::default();
        reel.want(&forked(3));
        reel.line(line(), lesson(5));
        reel.header(&format!(r#"{HEADER},"forkedAfter":3}}"#), 3).expect("a header");
        for id in [4, 4, 5, 3] {
            assert_eq!(reel.entry(&entry(id)), Ok(()), "{id}");
        }
        assert_eq!(reel.entry(&entry(7)), Err(Trouble::Gap));
        check(&mut reel, Some(5));
        // The connection was made anew, and the server worked the cluster out anew from 4 on.
        reel.header(&format!(r#"{HEADER},"forkedAfter":3}}"#), 4).expect("a header");
        check(&mut reel, Some(4));
    }

    #[test]
    fn another_what_if_is_another_line() {
        let mut reel = Reel::default();
        reel.want(&recorded());
        reel.line(line(), lesson(5));
        let branch = Source { branch: Some("forced".into()), ..recorded() };
        let forced = Line { branch: Some("forced".into()), ..line() };
        assert_eq!(reel.want(&branch), Some(forced));
        check(&mut reel, None);
    }
}

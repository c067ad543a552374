//! The words of the page: what the server wrote into `#words`, parsed once.

use scene::Labels;
use trace::view::Map;

use crate::facts::{self, records};
use crate::tree::{Fields, Tree};

/// Tells the CLDR plural category of a number in the page's language.
pub type Plural = Box<dyn Fn(u32) -> String>;

/// One sentence under the picture.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    /// Markup from our own content, with spans for the roles.
    pub html: String,
    /// The same without markup.
    pub text: String,
}

/// What is said about a step.
#[derive(Clone, Debug, Default)]
pub struct StepWords {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// One sentence for each beat.
    pub captions: Vec<Caption>,
}

/// The lesson's own words.
#[derive(Clone, Debug, Default)]
pub struct LessonWords {
    /// Its steps, in order.
    pub steps: Vec<StepWords>,
}

records! {
    Caption { html, text }
    StepWords { id, name, captions }
    LessonWords { steps }
}

/// Every word of the page.
pub struct Words {
    /// The page's language, as `fr`.
    pub lang: String,
    /// The lesson's own words.
    pub lesson: LessonWords,
    ui: Map<String, Tree>,
    plural: Plural,
}

impl Words {
    /// Reads the dictionary.
    ///
    /// # Errors
    /// When the text is not one.
    pub fn parse(json: &str, plural: impl FnOnce(&str) -> Plural) -> Result<Self, &'static str> {
        Self::read(json, plural).ok_or("the dictionary is malformed")
    }

    fn read(json: &str, plural: impl FnOnce(&str) -> Plural) -> Option<Self> {
        let mut file = Tree::fields(json)?;
        let lesson = facts::typed(file.take("lesson")?).ok()?;
        let Tree::Object(ui) = file.take("ui")? else { return None };
        let lang = file.text("lang")?.to_owned();
        let plural = plural(&lang);
        Some(Self { lang, lesson, ui: ui.0.into_iter().collect(), plural })
    }

    /// A word without placeholders.
    #[must_use]
    pub fn get(&self, key: &str) -> String {
        self.label(key, &[])
    }

    /// The name of a step, by its id; empty where the lesson has none.
    #[must_use]
    pub fn step_name(&self, step: &str) -> &str {
        self.step(step).map_or("", |it| it.name.as_str())
    }

    /// The sentence of a beat of a step, by the step's id; empty where the lesson has none.
    #[must_use]
    pub fn caption(&self, step: &str, beat: usize) -> Caption {
        self.step(step).and_then(|it| it.captions.get(beat)).cloned().unwrap_or_default()
    }

    fn step(&self, id: &str) -> Option<&StepWords> {
        self.lesson.steps.iter().find(|it| it.id == id)
    }
}

impl Labels for Words {
    /// A missing word shows its key, so that a mistake is seen and nothing breaks.
    fn label(&self, key: &str, args: &[(&str, &str)]) -> String {
        let message = match self.ui.get(key) {
            Some(Tree::Text(text)) => text,
            Some(Tree::Object(forms)) => self.form(forms, args).unwrap_or(key),
            _ => key,
        };
        substitute(message, args)
    }
}

impl Words {
    fn form<'a>(&self, forms: &'a Fields, args: &[(&str, &str)]) -> Option<&'a str> {
        let number: u32 = args.iter().find(|(name, _)| *name == "n")?.1.parse().ok()?;
        let category = (self.plural)(number);
        forms.get(&category).or_else(|| forms.get("other"))?.as_text()
    }
}

/// Puts values in the place of `{name}`. A placeholder without a value stays as it is.
fn substitute(message: &str, args: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let value = after.split_once('}').and_then(|(name, after)| {
            args.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value, after))
        });
        match value {
            Some((value, after)) => {
                text.push_str(value);
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{"lang":"en","ui":{
        "play":"Play",
        "step":"Step {n} of {all}: {name}",
        "pods":{"one":"{n} Pod","other":"{n} Pods"}},
        "lesson":{"title":"unused","steps":[
            {"id":"scan","name":"Scan","captions":[{"html":"<b>A</b>","text":"A"}]}]}}"#;

    fn words() -> Words {
        let english = |n: u32| if n == 1 { "one" } else { "other" }.to_owned();
        Words::parse(FILE, |_| Box::new(english)).expect("the file is a dictionary")
    }

    #[track_caller]
    fn check(key: &str, args: &[(&str, &str)], wanted: &str) {
        assert_eq!(words().label(key, args), wanted);
    }

    #[test]
    fn placeholders_take_their_values() {
        check("play", &[], "Play");
        check("step", &[("n", "1"), ("all", "6"), ("name", "Scan")], "Step 1 of 6: Scan");
        check("step", &[("n", "{all}"), ("all", "6")], "Step {all} of 6: {name}");
    }

    #[test]
    fn the_language_picks_the_plural() {
        check("pods", &[("n", "1")], "1 Pod");
        check("pods", &[("n", "0")], "0 Pods");
        check("pods", &[], "pods");
    }

    #[test]
    fn a_missing_word_shows_its_key() {
        check("no.such.word", &[], "no.such.word");
    }

    #[test]
    fn captions_are_found_by_step_and_beat() {
        assert_eq!(words().caption("scan", 0).html, "<b>A</b>");
        assert_eq!(words().caption("scan", 1).text, "");
        assert_eq!(words().caption("start", 0).text, "");
    }

    #[test]
    fn what_is_no_dictionary_is_refused() {
        assert!(Words::parse("{}", |_| Box::new(|_| String::new())).is_err());
    }
}

//! A lesson's page, or that of one of its what-ifs: the player's place, and below it everything to
//! read, complete without script.

use askama::Template;
use content::{Lang, Lesson, Predict, StepWords};
use scene::Timeline;
use serde_json::{Map, Value, json};

use super::layout::Layout;
use super::outline::{self, Outline};
use super::picture::{Picture, first_still, picture_of, telling_still};
use crate::problem::Problem;
use crate::state::App;

/// The player's buttons in their order, each with the key of its name.
pub const CONTROLS: [(&str, &str); 11] = [
    ("prev-step", "control.prev_step"),
    ("play", "control.play"),
    ("next-step", "control.next_step"),
    ("prev-event", "control.prev_event"),
    ("next-event", "control.next_event"),
    ("speed", "control.speed"),
    ("captions", "control.captions"),
    ("restart", "control.restart"),
    ("fullscreen", "control.fullscreen"),
    ("why", "control.why"),
    ("help", "control.help"),
];

/// A page's program: the names of its two files.
pub struct Module {
    pub wasm: &'static str,
    pub js: &'static str,
}

impl Module {
    /// Whether it can have live clusters.
    pub fn has_clusters(&self) -> bool {
        self.wasm == LIVE.wasm
    }
}

/// The player.
const APP: Module = Module { wasm: "app.wasm", js: "app.js" };
/// The player, with live clusters.
pub const LIVE: Module = Module { wasm: "live.wasm", js: "live.js" };

#[derive(Template)]
#[template(path = "lesson.html")]
struct LessonPage<'a> {
    page: Layout<'a>,
    lesson: Outline<'a>,
    module: Module,
    /// What the player's place shows before there is a player.
    stage: String,
    first_place: String,
    first_caption: String,
    noscript: String,
    steps: Vec<Step<'a>>,
    controls: &'static [(&'static str, &'static str)],
    dictionary: String,
}

/// A step, or a branch, as the page tells it.
pub struct Step<'a> {
    pub id: &'a str,
    /// Which of how many, or that it is a what-if, in words.
    pub place: String,
    pub name: &'a str,
    pub blurb: &'a str,
    pub picture: String,
    pub wide_picture: String,
    pub described: String,
    pub first_caption: String,
    pub captions: Vec<String>,
    pub narration: &'a str,
    pub commands: String,
    pub predicts: Vec<Question>,
    pub branches: Vec<Step<'a>>,
}

/// A question as markup.
pub struct Question {
    pub question: String,
    pub options: Vec<String>,
    pub answer: String,
    pub because: String,
}

/// The page of a lesson.
pub fn render(app: &App, lang: Lang, id: &str) -> Result<String, Problem> {
    let lesson = outline::find(app, id)?;
    let outline = Outline::of(lesson, lang);
    let page = layout(app, lang, &outline, &format!("lessons/{id}"));
    let steps = steps(app, lang, lesson)?;
    let stage = stage(app, lang, &outline, &app.recordings.find(id, None)?.timeline);
    let words: Vec<_> = lesson.words(lang).steps.iter().collect();
    let dictionary =
        Dictionary { steps: &words, live: false, asks: false }.to_json(app, lang, lesson);
    LessonPage::of(page, outline, stage, steps, dictionary)
}

/// The page of a what-if: a lesson of one step.
pub fn render_what_if(app: &App, lang: Lang, id: &str, branch: &str) -> Result<String, Problem> {
    let lesson = outline::find(app, id)?;
    let words = lesson.words(lang).branches.iter().find(|it| it.id == branch);
    let (words, branch) = words.zip(lesson.branch(branch)).ok_or(Problem::branch(branch))?;
    let outline = Outline::of_branch(lesson, lang, branch, words);
    let page = layout(app, lang, &outline, &format!("lessons/{id}/what-if/{}", branch.id));
    let steps = vec![what_if(app, lang, lesson, words)?];
    let stage = stage(app, lang, &outline, &app.recordings.find(id, Some(&branch.id))?.timeline);
    let dictionary = Dictionary { steps: &[words], live: false, asks: false };
    let dictionary = dictionary.to_json(app, lang, lesson);
    LessonPage::of(page, outline, stage, steps, dictionary)
}

impl<'a> LessonPage<'a> {
    fn of(
        page: Layout<'a>,
        lesson: Outline<'a>,
        stage: String,
        steps: Vec<Step<'a>>,
        dictionary: String,
    ) -> Result<String, Problem> {
        let first = steps.first().ok_or_else(|| Problem::broken("the lesson has no steps"))?;
        Ok(Self {
            module: APP,
            first_place: page.first_of(steps.len()),
            first_caption: first.first_caption.clone(),
            noscript: page.t("page.lesson.noscript"),
            controls: &CONTROLS,
            page,
            lesson,
            stage,
            steps,
            dictionary,
        }
        .render()?)
    }
}

fn layout<'a>(app: &'a App, lang: Lang, outline: &Outline<'_>, rest: &str) -> Layout<'a> {
    let title = format!("{} · mirrorpod", outline.title);
    Layout::new(app, lang, title, outline.summary.to_owned(), rest)
}

/// The picture that stands in the player's place at first.
pub fn stage(app: &App, lang: Lang, outline: &Outline<'_>, timeline: &Timeline) -> String {
    picture_of(app, lang, outline.title, timeline, first_still(timeline)).both()
}

/// Every step of a lesson with its pictures and branches.
pub fn steps<'a>(app: &App, lang: Lang, lesson: &'a Lesson) -> Result<Vec<Step<'a>>, Problem> {
    let timeline = &app.recordings.find(&lesson.id, None)?.timeline;
    let words = lesson.words(lang);
    let total = words.steps.len().to_string();
    let mut steps = Vec::new();
    for (nth, (step, words)) in lesson.steps.iter().zip(&words.steps).enumerate() {
        let still = telling_still(timeline, step);
        let mut step = Step::of(words, picture_of(app, lang, &words.name, timeline, still));
        let values = [("n", &*(nth + 1).to_string()), ("total", &*total)];
        step.place = app.say(lang, "page.step.number", &values);
        for branch in lesson.branches_after(&words.id) {
            let words = lesson.words(lang).branches.iter().find(|it| it.id == branch.id);
            let told = words.map(|words| what_if(app, lang, lesson, words));
            step.branches.extend(told.transpose()?);
        }
        steps.push(step);
    }
    Ok(steps)
}

fn what_if<'a>(
    app: &App,
    lang: Lang,
    lesson: &Lesson,
    words: &'a StepWords,
) -> Result<Step<'a>, Problem> {
    let timeline = &app.recordings.find(&lesson.id, Some(&words.id))?.timeline;
    let branch = lesson.branch(&words.id).ok_or_else(|| Problem::branch(&words.id))?;
    let still = telling_still(timeline, &branch.step);
    let mut step = Step::of(words, picture_of(app, lang, &words.name, timeline, still));
    step.place = app.say(lang, "page.step.what_if", &[]);
    Ok(step)
}

impl<'a> Step<'a> {
    fn of(words: &'a StepWords, picture: Picture) -> Self {
        let captions: Vec<String> = words.captions.iter().map(content::Inline::html).collect();
        Self {
            id: &words.id,
            place: String::new(),
            name: &words.name,
            blurb: &words.blurb,
            picture: picture.both(),
            wide_picture: picture.wide,
            described: picture.described,
            first_caption: captions.first().cloned().unwrap_or_default(),
            captions,
            narration: &words.narration_html,
            commands: words.commands.join("\n"),
            predicts: words.predict.iter().map(Question::of).collect(),
            branches: Vec::new(),
        }
    }
}

impl Question {
    fn of(predict: &Predict) -> Self {
        let options: Vec<String> = predict.options.iter().map(content::Inline::html).collect();
        Self {
            question: predict.question.html(),
            answer: options.get(predict.answer).cloned().unwrap_or_default(),
            options,
            because: predict.because.html(),
        }
    }
}

/// The words that the player needs to play these steps.
pub struct Dictionary<'a> {
    pub steps: &'a [&'a StepWords],
    /// Whether words for live clusters are among them.
    pub live: bool,
    /// Whether the steps' questions are among them, as a room asks them.
    pub asks: bool,
}

impl Dictionary<'_> {
    /// As JSON that can stand in a script element.
    pub fn to_json(&self, app: &App, lang: Lang, lesson: &Lesson) -> String {
        let is_wanted =
            |key: &str| !key.starts_with("page.") && (self.live || !key.starts_with("live."));
        let ui: Map<String, Value> = app
            .content
            .words(lang)
            .iter()
            .filter(|(key, _)| is_wanted(key))
            .map(|(key, message)| (key.to_owned(), json!(message)))
            .collect();
        let words = lesson.words(lang);
        let steps: Vec<Value> = self.steps.iter().map(|step| self.step(step)).collect();
        let branches: Vec<Value> = words.branches.iter().map(step_words).collect();
        let mut all = json!({
            "lang": lang,
            "ui": ui,
            "lesson": {"title": words.title, "steps": steps, "branches": branches},
        });
        if self.asks {
            all["lesson"]["minutes"] = json!(lesson.minutes);
        }
        // Nothing in the JSON may end the element it stands in.
        all.to_string().replace('<', "\\u003c")
    }

    fn step(&self, words: &StepWords) -> Value {
        let mut step = step_words(words);
        if self.asks {
            step["predict"] = words.predict.iter().map(question_words).collect();
        }
        step
    }
}

/// A question. Its answer is no secret: the lesson's own page tells it.
fn question_words(predict: &Predict) -> Value {
    let options: Vec<String> = predict.options.iter().map(content::Inline::html).collect();
    json!({
        "question": predict.question.html(),
        "options": options,
        "answer": predict.answer,
        "because": predict.because.html(),
    })
}

fn step_words(words: &StepWords) -> Value {
    let caption = |it: &content::Caption| json!({"html": it.html(), "text": it.plain()});
    let captions: Vec<Value> = words.captions.iter().map(caption).collect();
    let StepWords { id, name, blurb, .. } = words;
    json!({"id": id, "name": name, "blurb": blurb, "captions": captions})
}

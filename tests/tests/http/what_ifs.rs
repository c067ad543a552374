//! What-ifs: each a page of its own, played like a lesson of one step.

use content::{Lang, StepWords};
use serde_json::Value;

use crate::reader::{LESSON, STEPS, WHAT_IFS, content, get};

/// Where each what-if leaves the lesson.
const AFTER: [&str; 3] = ["mirror", "delete", "delete"];

fn address(lang: Lang, what_if: &str) -> String {
    format!("/{lang}/lessons/{LESSON}/what-if/{what_if}")
}

async fn page(lang: Lang, what_if: &str) -> String {
    let answer = get(&address(lang, what_if)).await;
    assert_eq!(answer.status, 200, "{lang} {what_if}");
    answer.text().to_owned()
}

fn words(lang: Lang, what_if: &str) -> &'static StepWords {
    let words = content().lesson(LESSON).unwrap().words(lang);
    words.branches.iter().find(|it| it.id == what_if).expect("each what-if has words")
}

/// Every what-if in every language.
fn all() -> impl Iterator<Item = (Lang, &'static str, &'static str)> {
    let what_ifs = || WHAT_IFS.into_iter().zip(AFTER);
    Lang::ALL.into_iter().flat_map(move |lang| what_ifs().map(move |(id, after)| (lang, id, after)))
}

#[test]
fn no_what_if_of_the_lesson_is_left_out_here() {
    let branches = &content().lesson(LESSON).unwrap().branches;
    let found: Vec<_> = branches.iter().map(|it| (&*it.id, &*it.after)).collect();
    assert_eq!(found, WHAT_IFS.into_iter().zip(AFTER).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_what_if_is_played_from_its_own_stream() {
    for (lang, id, _) in all() {
        let stream = format!("/api/lessons/{LESSON}/timeline?branch={id}");
        let page = page(lang, id).await;
        assert!(page.contains(&format!("data-stream=\"{stream}\"")), "{lang} {id}");
        let facts = get(&stream).await;
        assert!(facts.text().contains(&format!("\"branch\":\"{id}\"")), "{stream}");
    }
}

#[tokio::test]
async fn the_player_finds_one_step_and_its_words() {
    for (lang, id, _) in all() {
        let page = page(lang, id).await;
        let json = page.split_once("id=\"words\">").unwrap().1.split_once("</script>").unwrap().0;
        let dictionary: Value = serde_json::from_str(json).unwrap();
        let [step] = &dictionary["lesson"]["steps"].as_array().unwrap()[..] else {
            panic!("{lang} {id} has not one step");
        };
        let words = words(lang, id);
        assert_eq!(step["id"], id);
        assert_eq!(step["name"], *words.name);
        assert_eq!(step["captions"].as_array().unwrap().len(), words.captions.len());
        assert_eq!(page.matches("<li data-step=").count(), 1, "{lang} {id}");
        assert!(page.contains(&format!("<li data-step=\"{id}\">")), "{lang} {id}");
    }
}

#[tokio::test]
async fn a_what_if_is_complete_without_script() {
    for (lang, id, _) in all() {
        let page = page(lang, id).await;
        let reading = page.split_once(&format!("<section class=\"step\" id=\"{id}\"")).unwrap().1;
        assert!(reading.contains("<svg"), "{lang} {id} has no picture");
        for caption in &words(lang, id).captions {
            assert!(reading.contains(&caption.html()), "{lang} {id}: {}", caption.plain());
        }
        assert!(reading.contains(&words(lang, id).narration_html), "{lang} {id}");
    }
}

#[tokio::test]
async fn a_what_if_is_named_by_its_own_words_and_leads_back_to_where_it_left() {
    for (lang, id, after) in all() {
        let page = page(lang, id).await;
        let name = words(lang, id).name.replace('\'', "&#39;");
        for named in [format!("<title>{name} · "), format!("\">{name}</h1>")] {
            assert!(page.contains(&named), "{lang} {id} lacks {named}");
        }
        let back = format!("href=\"/{lang}/lessons/{LESSON}#step={after}\"");
        let list = page.split_once("data-part=\"chapters\"").unwrap().1;
        assert!(list.split_once("</ol>").unwrap().0.contains(&back), "{lang} {id} lacks {back}");
    }
}

#[tokio::test]
async fn the_lesson_offers_each_what_if_after_its_step_and_where_it_is_told() {
    for (lang, id, after) in all() {
        let lesson = get(&format!("/{lang}/lessons/{LESSON}")).await.text().to_owned();
        let link = format!("href=\"{}\"", address(lang, id));
        let list = lesson.split_once("data-part=\"chapters\"").unwrap().1;
        let list = list.split_once("</ol>").unwrap().0;
        let (before, _) = list.split_once(&link).expect("the list of steps has the link");
        let step = before.rsplit_once("data-step=\"").unwrap().1;
        assert!(step.starts_with(&format!("{after}\"")), "{lang} {id} does not follow {after}");
        let told = lesson.split_once(&format!("data-branch=\"{id}\"")).unwrap().1;
        assert!(told.split("data-branch=").next().unwrap().contains(&link), "{lang} {id}");
    }
}

#[tokio::test]
async fn a_step_is_no_what_if() {
    for step in STEPS {
        assert_eq!(get(&address(Lang::En, step)).await.status, 404, "{step}");
    }
}

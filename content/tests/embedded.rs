//! The content compiled in: it loads, it says what the engine does, and it is whole.

use std::path::Path;

use content::{Content, Kind, Lang, Mistake};

fn content() -> Content {
    Content::embedded().unwrap_or_else(|mistakes| panic!("{}", list(&mistakes)))
}

fn list(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(|it| format!("\n{it}")).collect()
}

/// Records the lesson or a branch and holds it to its claims.
fn check(branch: Option<&str>) {
    let content = content();
    let lesson = content.lesson("static-pods").expect("the lesson is there");
    let recording = lesson.record(branch).unwrap_or_else(|it| panic!("{}", list(&it)));
    if let Err(mistakes) = lesson.check_claims(&recording) {
        panic!("{}", list(&mistakes));
    }
}

#[test]
fn what_the_lesson_says_is_what_the_simulation_does() {
    check(None);
}

#[test]
fn with_the_api_server_up_the_mirror_comes_first() {
    check(Some("api-was-up"));
}

#[test]
fn a_forced_deletion_can_be_repaired_at_once() {
    check(Some("forced-quick"));
}

#[test]
fn a_forced_deletion_can_leave_the_pod_unseen_for_a_minute() {
    check(Some("forced-slow"));
}

#[test]
fn what_the_words_say_beyond_the_lesson_is_true_too() {
    let content = content();
    let lesson = content.lesson("static-pods").expect("the lesson is there");
    let failed: Vec<Mistake> =
        lesson.proofs.iter().filter_map(|it| lesson.prove(it).err()).flatten().collect();
    assert!(failed.is_empty() && !lesson.proofs.is_empty(), "{}", list(&failed));
}

#[test]
fn a_branch_that_does_not_exist_is_named() {
    let content = content();
    let lesson = content.lesson("static-pods").expect("the lesson is there");
    let mistakes = lesson.record(Some("no-such")).expect_err("there is no such branch");
    assert!(mistakes[0].message.contains("no-such"), "{mistakes:?}");
}

#[test]
fn two_recordings_are_equal_and_have_one_version() {
    let content = content();
    let lesson = content.lesson("static-pods").expect("the lesson is there");
    let (one, two) =
        (lesson.record(None).expect("it plays"), lesson.record(None).expect("it plays"));
    assert_eq!(one, two);
    assert_eq!(one.header.version, content.version(lesson));
    let branch = lesson.record(Some("api-was-up")).expect("it plays");
    assert_ne!(one.header.version, branch.header.version);
}

#[test]
fn every_beat_has_a_caption_in_every_language() {
    let content = content();
    let lesson = content.lesson("static-pods").expect("the lesson is there");
    for branch in [None].into_iter().chain(lesson.branches.iter().map(|it| Some(&*it.id))) {
        let header = lesson.record(branch).expect("it plays").header;
        for lang in content.languages() {
            let words = lesson.words(lang);
            let mine = if branch.is_some() { &words.branches } else { &words.steps };
            for step in &header.steps {
                let words = mine.iter().find(|it| it.id == step.id).expect("every step has words");
                assert_eq!(words.captions.len(), step.beats.len(), "{lang} {}", step.id);
            }
        }
    }
}

#[test]
fn a_directory_holds_the_same_content_as_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = Content::load(root).unwrap_or_else(|it| panic!("{}", list(&it)));
    let embedded = content();
    for lang in Lang::ALL {
        assert_eq!(loaded.words(lang), embedded.words(lang));
        assert_eq!(loaded.glossary(lang), embedded.glossary(lang));
        assert_eq!(loaded.page("model", lang), embedded.page("model", lang));
        let words = |it: &Content| it.lesson("static-pods").map(|it| it.words(lang).clone());
        assert_eq!(words(&loaded), words(&embedded));
    }
}

#[test]
fn the_page_about_the_model_names_the_version_the_engine_models() {
    let content = content();
    for lang in Lang::ALL {
        let page = content.page("model", lang).expect("every language has it");
        assert!(page.html.contains(engine::KUBERNETES), "{lang}");
    }
}

#[test]
fn captions_mark_what_they_name_and_no_markup_is_left_in_them() {
    let content = content();
    let lesson = content.lesson("static-pods").expect("the lesson is there");
    for lang in Lang::ALL {
        let words = lesson.words(lang);
        for step in words.steps.iter().chain(&words.branches) {
            for caption in &step.captions {
                let plain = caption.plain();
                assert!(!plain.contains(['[', '`', '#', '*']), "{lang} {}: {plain}", step.id);
            }
            let mut spans = step.captions.iter().flat_map(|it| it.spans());
            assert!(spans.any(|it| matches!(it.kind, Kind::Role(_))), "{lang} {}", step.id);
        }
    }
}

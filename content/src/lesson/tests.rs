//! A small lesson in memory: what is wrong with its files is reported, and what is claimed of a
//! trace is held against it.

use trace::object::{CONFIG_MIRROR, Object, Pod};
use trace::{ContainerRecord, ContainerState, Event, PodRef, SimTime, Trace};

use crate::content::Content;
use crate::files::Files;
use crate::mistake::{Mistake, Mistakes};

use super::Recording;

const LESSON: &str = r#"minutes: 1
seed: 1
script: script.txt
subject:
  node: n
  pod: default/web-n
  container: main
topology:
  epoch: "2026-01-01T00:00:00Z"
  nodes:
    - name: n
steps:
  - id: one
    begins: kubelet n started
    beats:
      - api server answers
claims: []
"#;

const SCRIPT: &str = "mirrorpod script 1\n0s start kubelet n\n1s end\n";

fn words(of: &str, one: &str) -> String {
    format!(
        "---\ntitle: T\nquestion: Q\nanswer: A\nsummary: S\n{of}---\n\n# One {{#one}}\n{one}\n\
         A blurb.\n\n## captions\n\n1. The [mirror](#mirror) is there.\n\n## narration\n\nText.\n\n\
         ## notes\n\n- A note.\n\n## commands\n\n```sh\n# Look\nkubectl get pods\n```\n\n\
         ## predict\n\n### Which one\n\n- [ ] This.\n- [x] That.\n\nBecause of `it`.\n"
    )
}

/// The files of a content folder without mistakes.
fn good() -> Files {
    let mut files = Files::default();
    files.insert("lessons/small/lesson.yaml", LESSON);
    files.insert("lessons/small/script.txt", SCRIPT);
    files.insert("lessons/small/en.md", &words("", ""));
    let (front, one) = hashes();
    for lang in ["fr", "es"] {
        let translated = words(&format!("source: {front}\n"), &format!("<!-- source: {one} -->"));
        files.insert(&format!("lessons/small/{lang}.md"), &translated);
    }
    for lang in ["en", "fr", "es"] {
        files.insert(&format!("glossary/{lang}.yaml"), "pod: {term: Pod, gloss: A group.}\n");
        files.insert(&format!("ui/{lang}/a.yaml"), "a: A\n");
    }
    files
}

/// The hashes of the English front matter and of its section, as the loader reports them.
fn hashes() -> (String, String) {
    let mut mistakes = Mistakes::default();
    let text = words("", "");
    let sheet = crate::sheet::cut("en.md", &text, &mut mistakes);
    (crate::sheet::hash("T\nQ\nA\nS"), sheet.sections[0].hash.clone())
}

/// Loads the good files with one text changed in one of them.
fn check(file: &str, old: &str, new: &str) -> Vec<String> {
    let mut files = good();
    let text = files.get(file).expect("it is one of the good files").to_owned();
    assert!(text.contains(old), "{old} is not in {file}");
    files.insert(file, &text.replacen(old, new, 1));
    match Content::from_files(&files, Mistakes::default()) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.iter().map(Mistake::to_string).collect(),
    }
}

/// One change, and a part of the one mistake it must lead to.
fn check_one(file: &str, (old, new): (&str, &str), expected: &str) {
    let found = check(file, old, new);
    assert!(found.len() == 1 && found[0].contains(expected), "{expected}\nbut: {found:#?}");
}

const YAML: &str = "lessons/small/lesson.yaml";
const EN: &str = "lessons/small/en.md";
const FR: &str = "lessons/small/fr.md";

#[test]
fn files_without_mistakes_load() {
    assert_eq!(check(YAML, "seed: 1", "seed: 2"), Vec::<String>::new());
}

#[test]
fn mistakes_of_the_structure_have_a_line_and_a_cure() {
    check_one(YAML, ("minutes: 1", "minutes: x"), "lesson.yaml:1: `minutes` must be a whole");
    check_one(YAML, ("claims: []", "clams: []"), "lesson.yaml:17: `clams` is no key here: use");
    check_one(YAML, ("script.txt", "gone.txt"), "lesson.yaml:3: lessons/small/gone.txt does not");
    check_one(YAML, ("default/web-n", "web-n"), "lesson.yaml:5: `pod` must be a namespace and");
    check_one(YAML, ("nodes:", "machines:"), "lesson.yaml:9: `topology` cannot be used");
    let claim = "claims: [{says: x, same: [mirror.colour]}]";
    let found = check(YAML, "claims: []", claim);
    assert!(found[0].contains(":17: `mirror.colour` is no fact: use one of"), "{found:#?}");
}

#[test]
fn a_poster_is_a_beat_of_its_step_or_a_line() {
    let with = |poster: &str| format!("    poster: {poster}\n    beats:\n");
    for good in ["{beat: 1}", "{after: api server *}"] {
        assert_eq!(check(YAML, "    beats:\n", &with(good)), Vec::<String>::new(), "{good}");
    }
    for (bad, expected) in [
        ("{beat: 0}", "lesson.yaml:15: `beat` must be a whole number from 1 to 1"),
        ("{beat: 2}", "lesson.yaml:15: `beat` must be a whole number from 1 to 1"),
        ("{beat: one}", "lesson.yaml:15: `beat` must be a whole number from 1 to 1"),
        ("{after: []}", "lesson.yaml:15: must be a line of the trace"),
        ("{}", "lesson.yaml:15: `poster` must have either a `beat` or an `after`"),
        ("{beat: 1, after: x}", "lesson.yaml:15: `poster` must have either"),
        ("{at: 1, beat: 1}", "lesson.yaml:15: `at` is no key here: use one of beat, after"),
        ("1", "lesson.yaml:15: `poster` must be a map of keys"),
    ] {
        let found = check(YAML, "    beats:\n", &with(bad));
        assert!(found.first().is_some_and(|it| it.contains(expected)), "{bad}: {found:#?}");
    }
}

#[test]
fn the_cover_is_one_of_the_steps() {
    assert_eq!(check(YAML, "seed: 1", "seed: 1\ncover: one"), Vec::<String>::new());
    check_one(YAML, ("seed: 1", "seed: 1\ncover: x"), "lesson.yaml:3: `cover` must be a step: use");
}

#[test]
fn mistakes_of_the_script_have_their_own_line() {
    let found = check("lessons/small/script.txt", "0s start", "0s strat");
    assert!(found[0].starts_with("lessons/small/script.txt:2:"), "{found:#?}");
}

#[test]
fn a_missing_step_language_or_part_is_reported() {
    let found = check(FR, "## notes", "## nots").join("\n");
    assert!(found.contains("fr.md:21: `nots` is no part: use captions, narration"), "{found}");
    assert!(found.contains("fr.md:9: `one` has no `## notes`: write it"), "{found}");
    let found = check(EN, "{#one}", "{#two}").join("\n");
    assert!(found.contains("en.md:8: `two` is no step or branch of lesson.yaml"), "{found}");
    assert!(found.contains("en.md:1: `one` is missing: write `# … {#one}`"), "{found}");
    let mut files = good();
    files.insert("lessons/small/de.md", "");
    let found = Content::from_files(&files, Mistakes::default()).expect_err("de is unknown");
    assert!(found[0].to_string().contains("de.md:1: is not of a language"), "{found:?}");
}

#[test]
fn a_stale_translation_is_reported_with_the_hash_to_write() {
    let found = check(EN, "A blurb.", "Another blurb.").join("\n");
    assert!(found.contains("fr.md:9: `one` translates"), "{found}");
    assert!(found.contains("check the words, then write `source: "), "{found}");
    let found = check(FR, "<!-- source: ", "<!-- sauce: ").join("\n");
    assert!(found.contains("fr.md:9: `one` does not say what it translates"), "{found}");
    let found = check(EN, "title: T", "title: U").join("\n");
    assert!(found.contains("es.md:1: the front matter translates"), "{found}");
}

#[test]
fn captions_are_counted_measured_and_marked() {
    let long = format!("1. {} [mirror](#mirror).", "word ".repeat(17));
    let found = check(EN, "1. The [mirror](#mirror) is there.", &long).join("\n");
    assert!(found.contains("en.md:14: is 93 characters long: say it in 84 or fewer"), "{found}");
    let two = "1. The [mirror](#mirror).\n2. More.";
    let found = check(EN, "1. The [mirror](#mirror) is there.", two).join("\n");
    assert!(found.contains("`one` has 2 captions and the lesson has 1 beats"), "{found}");
    let found = check(FR, "(#mirror)", "(#miroir)").join("\n");
    assert!(found.contains("fr.md:15: `#miroir` is no role: use one of file,"), "{found}");
    let found = check(FR, "(#mirror)", "(#kubelet)").join("\n");
    assert!(found.contains("caption 1: names {Kubelet}, the English {Mirror}"), "{found}");
}

#[test]
fn commands_and_questions_are_the_same_in_every_language() {
    check_one(FR, ("kubectl get pods", "kubectl get pod"), "the code `kubectl get pod`");
    assert_eq!(check(FR, "# Look", "# Regardez : là"), Vec::<String>::new());
    let swapped = "- [x] This.\n- [ ] That.";
    check_one(FR, ("- [ ] This.\n- [x] That.", swapped), "asks other questions");
    let found = check(EN, "- [x] That.", "- [ ] That.").join("\n");
    assert!(found.contains("exactly one of them ticked"), "{found}");
}

#[test]
fn html_and_french_without_its_spaces_are_reported() {
    check_one(FR, ("\nText.", "\nTexte: oui."), "“Texte:” lacks its space");
    let found = check(EN, "\nText.", "\n<b>Text</b>.").join("\n");
    assert!(found.contains("en.md:18: is HTML, which is left out"), "{found}");
}

fn pod(uid: &str) -> PodRef {
    PodRef { namespace: "default".into(), name: "web-n".into(), uid: uid.into() }
}

fn mirror(uid: &str) -> Object {
    let mut mirror = Pod::default();
    mirror.metadata.name = "web-n".into();
    mirror.metadata.namespace = "default".into();
    mirror.metadata.uid = uid.into();
    mirror.metadata.annotations.insert(CONFIG_MIRROR.into(), "7d1e".into());
    Object::Pod(std::sync::Arc::new(mirror))
}

fn container() -> ContainerRecord {
    ContainerRecord {
        id: "c1".into(),
        sandbox: "s1".into(),
        pod: pod("7d1e"),
        name: "main".into(),
        image: "pause".into(),
        attempt: 0,
        state: ContainerState::Running,
        created_at: SimTime(2),
        started_at: Some(SimTime(2)),
        finished_at: None,
        exit_code: None,
    }
}

/// A container under a mirror that is replaced.
fn entries() -> Trace {
    let node = || "n".into();
    let mut trace = Trace::default();
    for (ms, event) in [
        (1, Event::KubeletStarted { node: node() }),
        (2, Event::ContainerStarted { node: node(), container: container() }),
        (3, Event::ApiServerUp),
        (4, Event::ObjectCreated { object: mirror("m1") }),
        (1_000, Event::ObjectDeleted { object: mirror("m1") }),
        (12_000, Event::ObjectCreated { object: mirror("m2") }),
    ] {
        trace.push(SimTime(ms), None, "", event);
    }
    trace
}

/// Holds the entries to one claim, and returns what was found instead.
fn claim(claim: &str) -> String {
    let mut files = good();
    files.insert(YAML, &LESSON.replace("claims: []", &format!("claims: [{{says: it, {claim}}}]")));
    let content = Content::from_files(&files, Mistakes::default()).expect("the claim can be read");
    let lesson = content.lesson("small").expect("it is there");
    let recording: Recording = lesson
        .arrange(&lesson.course, &lesson.steps, None, entries().entries().to_vec())
        .expect("the step is placed");
    match lesson.check_claims(&recording) {
        Ok(()) => String::new(),
        Err(mistakes) => mistakes.iter().map(Mistake::to_string).collect(),
    }
}

#[test]
fn a_claim_that_is_borne_out_says_nothing() {
    for good in [
        r#"order: [kubelet n started, api server answers, api created *]"#,
        r#"never: [api server refuses connections]"#,
        r#"from: api created *, to: api created * uid=m2 *, is: {mirror.uid: m2}"#,
        r#"from: api deleted *, same: [container.id], differs: [mirror.uid]"#,
        r#"in: one, was: {api.up: "false"}, is: {api.up: "true", container.state: running}"#,
        r#"apart: {from: api deleted *, to: api created *, atLeast: 10s, atMost: 11s}"#,
    ] {
        assert_eq!(claim(good), "", "{good}");
    }
}

#[test]
fn a_claim_that_is_not_borne_out_says_what_was_found() {
    for (bad, found) in [
        ("order: [api server answers, kubelet n started]", "matches nothing from entry 4 on"),
        ("never: [api deleted *]", "entry 5 is `api deleted pods default/web-n"),
        ("from: api deleted *, same: [mirror.uid]", "mirror.uid was m1 and is m2"),
        ("from: api deleted *, differs: [container.id]", "container.id is c1 still"),
        ("same: [container.id]", "container.id was absent and is c1"),
        ("is: {mirror.uid: m1}", "mirror.uid is m2, and not m1"),
        ("was: {api.up: 'true'}", "api.up was false, and not true"),
        ("apart: {from: api deleted *, to: api created *, atMost: 10s}", "are 11000 ms apart"),
        ("apart: {from: api deleted *, to: api created *, atLeast: 12s}", "are 11000 ms apart"),
        ("from: no such line, never: [x]", "`no such line` matches nothing"),
    ] {
        let said = claim(bad);
        let place = "lessons/small/lesson.yaml:17: “it” is not so: ";
        assert!(said.starts_with(place) && said.contains(found), "{bad}\n{found}\nbut: {said}");
    }
}

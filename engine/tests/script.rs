//! What holds for scripts: they are text, and the same as text.

use engine::{Input, Script};

/// A script reads back from its own text as the same script.
#[track_caller]
fn check(text: &str) {
    let script = Script::parse(text).expect("a good script");
    let written = script.to_string();
    let again = Script::parse(&written).unwrap_or_else(|errors| panic!("{errors:?}\n{written}"));
    assert_eq!(again, script, "{written}");
    for (_, input) in &script.inputs {
        assert_eq!(Input::parse(&input.to_string()).as_ref(), Ok(input));
    }
}

#[test]
fn a_script_is_written_as_it_is_read() {
    check(include_str!("../../content/lessons/static-pods/script.txt"));
    check(include_str!("../../content/lessons/static-pods/forced.txt"));
    check(
        "mirrorpod script 1\n0s stop kubelet a\n1s api down\n2s rename a /m/x.yaml /m/y.yaml\n\
         +3s remove a /m/y.yaml\n1m crash a main 137\n+1ms fault lose-file-event a\n\
         +0s fault slow-pull a busybox:1 4s\n2m end\n",
    );
}

#[test]
fn a_text_that_holds_the_end_of_a_document_ends_in_another_way() {
    let text =
        "mirrorpod script 1\n0s write a /m/x.yaml <<END\nEOF\nEOFF\nkind: Pod\nEND\n1s end\n";
    check(text);
}

#[test]
fn one_statement_is_one_input() {
    assert!(Input::parse("").is_err());
    assert!(Input::parse("api up\napi down").is_err());
    assert!(Input::parse("write a /m/x.yaml <<EOF\nkind: Pod\n").is_err());
    assert!(Input::parse("rm -rf /").is_err());
    assert!(Input::parse("kubectl get pods").is_ok());
}

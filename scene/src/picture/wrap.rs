//! A command on several short lines, as one types it: broken between words, a backslash where it
//! goes on. Options are what matters, so they stay whole; a long name loses its middle.

/// No name is cut shorter than this many characters.
const LEAST: usize = 5;

/// The command on at most `n_lines` lines of `columns` characters. Where even the shortest names
/// leave no room, only what is to be done and its options are left.
pub(super) fn wrapped(command: &str, columns: usize, n_lines: usize) -> Vec<String> {
    for longest in (LEAST..columns.saturating_sub(1).max(LEAST + 1)).rev() {
        let lines = filled(command.split(' '), columns, longest);
        if lines.len() <= n_lines {
            return lines;
        }
    }
    // `kubectl`, what it is to do, and options; then without `kubectl`; then options alone.
    let mut lines = Vec::new();
    for kept in [0..2, 1..2, 0..0] {
        let words = command.split(' ').enumerate();
        let words = words.filter(|(n, it)| kept.contains(n) || is_option(it));
        lines = filled(words.map(|it| it.1), columns, columns.max(1));
        if lines.len() <= n_lines {
            break;
        }
    }
    lines.truncate(n_lines);
    lines
}

/// The command without any cut, if that fits on so many lines.
pub(super) fn whole_lines(command: &str, columns: usize, n_lines: usize) -> Option<Vec<String>> {
    let fits = |it: &str| it.chars().count() <= columns;
    let lines = filled(command.split(' '), columns, usize::MAX);
    (lines.len() <= n_lines && lines.iter().all(|it| fits(it))).then_some(lines)
}

/// The verb, and below it the options that have room: where there are only a few characters.
pub(super) fn terse(command: &str, columns: usize, n_lines: usize) -> Vec<String> {
    let mut words = command.split(' ').filter(|it| *it != "kubectl");
    let mut verb = words.next().unwrap_or_default().to_owned();
    let mut lines = Vec::new();
    let mut all = true;
    for word in words {
        let fits = word.starts_with("--") && word.chars().count() <= columns;
        if fits && lines.len() + 1 < n_lines {
            lines.push(word.to_owned());
        } else {
            all = false;
        }
    }
    if !all {
        verb.push('…');
    }
    lines.insert(0, verb);
    lines
}

fn is_option(word: &str) -> bool {
    word.starts_with('-')
}

fn filled<'a>(words: impl Iterator<Item = &'a str>, columns: usize, longest: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in words {
        // A short option goes with what it is set to.
        let short = parts.last_mut().filter(|it| it.len() == 2 && is_option(it));
        if let Some(option) = short.filter(|_| !is_option(word)) {
            option.push(' ');
            option.push_str(&middle_cut(word, longest.saturating_sub(3).max(1)));
        } else if is_option(word) {
            push_parts(&mut parts, word, columns.max(1));
        } else {
            parts.push(middle_cut(word, longest));
        }
    }
    let mut lines: Vec<String> = vec![String::new()];
    let n_parts = parts.len();
    for (n, part) in parts.into_iter().enumerate() {
        let Some(line) = lines.last_mut() else { continue };
        let length = line.chars().count();
        // What is not the end needs room for its backslash.
        let mark = if n + 1 < n_parts { 2 } else { 0 };
        if length == 0 {
            line.push_str(&part);
        } else if !line.ends_with('-') && length + 1 + part.chars().count() + mark <= columns {
            line.push(' ');
            line.push_str(&part);
        } else {
            if !line.ends_with('-') && length + 2 <= columns {
                line.push_str(" \\");
            }
            lines.push(part);
        }
    }
    lines
}

/// An option longer than a line goes on after one of its dashes.
fn push_parts(parts: &mut Vec<String>, option: &str, columns: usize) {
    let mut rest = option;
    while rest.chars().count() > columns {
        let end = rest.char_indices().nth(columns).map_or(rest.len(), |it| it.0);
        let dash = rest.get(..end).and_then(|it| it.rfind('-')).filter(|it| *it > 1);
        let Some((part, after)) = rest.split_at_checked(dash.map_or(end, |it| it + 1)) else {
            break;
        };
        parts.push(part.to_owned());
        rest = after;
    }
    parts.push(rest.to_owned());
}

/// The word, with an ellipsis for its middle when it is longer than `longest`.
fn middle_cut(word: &str, longest: usize) -> String {
    let length = word.chars().count();
    if length <= longest {
        return word.to_owned();
    }
    let tail = (longest - 1) / 2;
    let head = longest - 1 - tail;
    let mut cut: String = word.chars().take(head).collect();
    cut.push('…');
    cut.extend(word.chars().skip(length - tail));
    cut
}

#[cfg(test)]
mod tests {
    use super::{terse, wrapped};

    const FORCED: &str = "kubectl delete pod hello-static-pair-worker --grace-period=0 --force";
    const DRAIN: &str = "kubectl drain pair-worker --ignore-daemonsets";

    #[track_caller]
    fn check(command: &str, columns: usize, n_lines: usize, want: &[&str]) {
        let lines = wrapped(command, columns, n_lines);
        assert_eq!(lines, want);
        assert!(lines.iter().all(|it| it.chars().count() <= columns), "{lines:?}");
    }

    #[test]
    fn a_command_is_broken_between_words() {
        check("kubectl apply -f -", 20, 4, &["kubectl apply -f -"]);
        check(DRAIN, 20, 4, &["kubectl drain \\", "pair-worker \\", "--ignore-daemonsets"]);
    }

    #[test]
    fn a_name_loses_its_middle_before_an_option_loses_anything() {
        let wide =
            ["kubectl delete pod \\", "hello-sta…r-worker \\", "--grace-period=0 \\", "--force"];
        check(FORCED, 20, 4, &wide);
        let tall =
            ["kubectl delete pod \\", "hello-stati…pair-worker \\", "--grace-period=0 --force"];
        check(FORCED, 25, 3, &tall);
    }

    #[test]
    fn an_option_longer_than_a_line_goes_on_after_a_dash() {
        let medium = ["kubectl drain \\", "pair-worker \\", "--ignore-", "daemonsets"];
        check(DRAIN, 15, 4, &medium);
    }

    #[test]
    fn where_nothing_else_helps_names_are_left_out() {
        check(FORCED, 16, 3, &["kubectl delete \\", "--grace-period=0", "--force"]);
        let patch = "kubectl patch pod hello-static-pair-worker -p '{\"spec\":{\"a\":[\"b\"]}}'";
        let set = ["kubectl patch pod \\", "hello-sta…r-worker \\", "-p '{\"spec…\"b\"]}}'"];
        check(patch, 20, 4, &set);
        let narrow = ["delete \\", "--grace-", "period=0 \\", "--force"];
        check(FORCED, 15, 4, &narrow);
    }

    #[test]
    fn a_few_characters_hold_the_verb_and_short_options() {
        assert_eq!(terse(FORCED, 7, 2), ["delete…", "--force"]);
        assert_eq!(terse(DRAIN, 7, 2), ["drain…"]);
        assert_eq!(terse("kubectl patch pod a -p {}", 7, 2), ["patch…"]);
        assert_eq!(terse("kubectl version", 7, 2), ["version"]);
    }

    #[test]
    fn any_text_in_any_room_is_wrapped() {
        for text in ["", " ", "x", "--", "-", "a  b", "…—é --ünïcode-…-ß", FORCED] {
            for columns in 0..30 {
                for n_lines in 1..5 {
                    assert!(wrapped(text, columns, n_lines).len() <= n_lines);
                    assert!(terse(text, columns, n_lines).len() <= n_lines);
                }
            }
        }
    }
}

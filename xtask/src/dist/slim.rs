//! Takes out of scripts and style sheets what only people read: lines of comment, indentation,
//! blank lines. Every line of code stays a line, so nothing that a line break means can change, and
//! no grammar has to be known. More would be a compiler's work, hardly worth it when compressed.

/// What of a file is served.
pub fn slim(name: &str, text: String) -> String {
    if name.ends_with(".css") {
        style(&text)
    } else if name.ends_with(".js") {
        script(&text).unwrap_or(text)
    } else {
        text
    }
}

/// `None` where a template runs over several lines: there blanks and slashes may be text. A comment
/// that names a licence stays with what it licenses.
fn script(text: &str) -> Option<String> {
    let mut slim = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if in_comment {
            in_comment = !line.contains("*/");
            if in_comment || line.ends_with("*/") {
                continue;
            }
            return None;
        }
        if line.starts_with("//") && !line.contains("Licen") {
            continue;
        }
        if line.matches('`').count() % 2 == 1 || line.contains("/*") || line.ends_with('\\') {
            return None;
        }
        push(&mut slim, line);
    }
    Some(slim)
}

/// Comments of CSS may stand anywhere but in a text.
fn style(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, from) = rest.split_at(at);
        bare.push_str(before);
        let end = match from.strip_prefix("/*") {
            Some(comment) => {
                rest = comment.split_once("*/").map_or("", |(_, after)| after);
                continue;
            }
            None if from.starts_with('/') => 1,
            None => quoted(from),
        };
        bare.push_str(&from[..end]);
        rest = &from[end..];
    }
    bare.push_str(rest);
    let mut slim = String::with_capacity(bare.len());
    for line in bare.lines() {
        push(&mut slim, line.trim());
    }
    slim
}

/// How many bytes the text takes that begins here, with its quotes.
fn quoted(from: &str) -> usize {
    let mut escaped = false;
    let mut chars = from.char_indices();
    let quote = chars.next().map(|(_, quote)| quote);
    for (at, it) in chars {
        if !escaped && Some(it) == quote {
            return at + 1;
        }
        escaped = !escaped && it == '\\';
    }
    from.len()
}

fn push(slim: &mut String, line: &str) {
    if !line.is_empty() {
        slim.push_str(line);
        slim.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, wanted: &str) {
        assert_eq!(slim(name, text.to_owned()), wanted);
    }

    #[test]
    fn scripts_lose_lines_of_comment_and_indentation() {
        check("a.js", "// why\nif (a) {\n\n  b(); // c\n}\n", "if (a) {\nb(); // c\n}\n");
        check("a.js", "const a = \"http://b\";\n", "const a = \"http://b\";\n");
        check("a.js", "const a = `b ${c}`;\n  d();\n", "const a = `b ${c}`;\nd();\n");
        check("a.js", "/**\n * why\n */\nb();\n/* c */\n", "b();\n");
        check("a.js", "  // Licensed under A.\n  b();\n", "// Licensed under A.\nb();\n");
    }

    #[test]
    fn a_script_whose_lines_may_be_text_is_served_as_it_is() {
        for text in
            ["a(`b\n  // c\n`);\n", "/* a\n  */ b();\n", "a(); /* b\n  */\n", "a(\"b\\\n  c\");\n"]
        {
            check("a.js", text, text);
        }
    }

    #[test]
    fn style_sheets_lose_comments_and_indentation() {
        check(
            "a.css",
            "/* why */\na {\n  b: c; /* d\n e */\n  f: g;\n}\n",
            "a {\nb: c;\nf: g;\n}\n",
        );
        check("a.css", "a { b: url(\"./c/*d*/.svg\") }\n", "a { b: url(\"./c/*d*/.svg\") }\n");
        check(
            "a.css",
            "a::after { content: \"\\\"/*\" } /* b */",
            "a::after { content: \"\\\"/*\" }\n",
        );
        check("a.css", "a { grid-area: 1 / 2 }\n/* left open", "a { grid-area: 1 / 2 }\n");
    }

    #[test]
    fn other_files_are_left_alone() {
        check("a.webmanifest", "{\n  \"a\": 1\n}\n", "{\n  \"a\": 1\n}\n");
    }
}

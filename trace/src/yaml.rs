//! Objects as `kubectl get -o yaml` prints them: two spaces, lists at their parent's indent,
//! quotes only where a plain scalar would be read as something else.

use serde::Serialize;
use serde_json::Value;

/// The object as YAML, with its `apiVersion` and `kind` first when given.
#[must_use]
pub fn to_yaml<T: Serialize>(type_meta: Option<(&str, &str)>, object: &T) -> String {
    let value = serde_json::to_value(object).expect("our objects have string keys");
    let mut text = String::new();
    if let Some((api_version, kind)) = type_meta {
        text.push_str(&format!("apiVersion: {api_version}\nkind: {kind}\n"));
    }
    write_value(&mut text, &value, 0);
    text
}

fn write_value(text: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                text.push_str(&" ".repeat(indent));
                write_field(text, key, value, indent);
            }
        }
        Value::Array(items) => {
            for item in items {
                text.push_str(&" ".repeat(indent));
                text.push_str("- ");
                write_item(text, item, indent + 2);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&" ".repeat(indent));
            text.push_str(&scalar(value));
            text.push('\n');
        }
    }
}

/// `key: value`, with the cursor already at the key's column.
fn write_field(text: &mut String, key: &str, value: &Value, indent: usize) {
    text.push_str(&quoted(key));
    text.push(':');
    match value {
        Value::Object(map) if map.is_empty() => text.push_str(" {}\n"),
        Value::Array(items) if items.is_empty() => text.push_str(" []\n"),
        Value::Object(_) => {
            text.push('\n');
            write_value(text, value, indent + 2);
        }
        Value::Array(_) => {
            text.push('\n');
            write_value(text, value, indent);
        }
        Value::String(it) if it.contains('\n') => write_block(text, it, indent + 2),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push(' ');
            text.push_str(&scalar(value));
            text.push('\n');
        }
    }
}

/// An item of a list, with the cursor just after its dash.
fn write_item(text: &mut String, item: &Value, indent: usize) {
    match item {
        Value::Object(map) if !map.is_empty() => {
            for (n, (key, value)) in map.iter().enumerate() {
                if n > 0 {
                    text.push_str(&" ".repeat(indent));
                }
                write_field(text, key, value, indent);
            }
        }
        Value::Object(_) => text.push_str("{}\n"),
        Value::Array(_) => {
            text.push('\n');
            write_value(text, item, indent);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&scalar(item));
            text.push('\n');
        }
    }
}

fn write_block(text: &mut String, value: &str, indent: usize) {
    text.push_str(if value.ends_with('\n') { " |\n" } else { " |-\n" });
    for line in value.lines() {
        if !line.is_empty() {
            text.push_str(&" ".repeat(indent));
            text.push_str(line);
        }
        text.push('\n');
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Null => "null".into(),
        Value::Bool(it) => it.to_string(),
        Value::Number(it) => whole(it),
        Value::Array(_) | Value::Object(_) => unreachable!("only scalars are written inline"),
    }
}

/// Our objects hold whole numbers only. Printing any other takes tables of 20 KB, which every
/// visitor of a page would load.
fn whole(number: &serde_json::Number) -> String {
    match number.as_i64() {
        Some(it) => it.to_string(),
        None => number.as_u64().unwrap_or_default().to_string(),
    }
}

/// Plain if it reads back as this string; in double quotes if it would read back as another type;
/// in single quotes if only its punctuation forbids plain.
fn quoted(text: &str) -> String {
    if resolves_to_other_type(text) {
        format!("\"{text}\"")
    } else if needs_quotes(text) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        text.to_owned()
    }
}

fn resolves_to_other_type(text: &str) -> bool {
    const WORDS: [&str; 18] = [
        "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".nan", ".inf",
        "-.inf", "+.inf", "<<", "=", "0x",
    ];
    WORDS.contains(&text.to_ascii_lowercase().as_str()) || is_number(text) || is_timestamp(text)
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.starts_with(|it: char| it.is_ascii_digit() || it == '.')
        && (is_decimal(digits)
            || digits.strip_prefix("0x").is_some_and(|it| u64::from_str_radix(it, 16).is_ok()))
}

/// `12`, `1_000`, `.5`, `1.`, `1e-3`. Parsing it as a float would take a table of 10 KB.
fn is_decimal(text: &str) -> bool {
    let digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit() || it == b'_');
    let has_digit = |it: &str| it.bytes().any(|it| it.is_ascii_digit());
    let (mantissa, exponent) =
        text.split_once(['e', 'E']).map_or((text, None), |(it, exponent)| (it, Some(exponent)));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_exponent = |it: &str| {
        let it = it.strip_prefix(['+', '-']).unwrap_or(it);
        has_digit(it) && digits(it)
    };
    has_digit(mantissa) && digits(whole) && digits(part) && exponent.is_none_or(is_exponent)
}

/// `2006-01-02` or `2006-01-02T15:04:05Z`.
fn is_timestamp(text: &str) -> bool {
    let shape = |pattern: &str, text: &str| {
        pattern.len() <= text.len()
            && pattern.chars().zip(text.chars()).all(|(want, it)| match want {
                '0' => it.is_ascii_digit(),
                _ => want == it,
            })
    };
    (text.len() == 10 && shape("0000-00-00", text))
        || (shape("0000-00-00T00:00:00", text) && text.ends_with('Z'))
}

fn needs_quotes(text: &str) -> bool {
    text.starts_with(|it: char| "!&*-?{}[],#|>@`\"'%: ".contains(it) && !is_safe_dash(text))
        || text.ends_with([':', ' '])
        || text.contains(": ")
        || text.contains(" #")
}

fn is_safe_dash(text: &str) -> bool {
    text.starts_with(['-', '?', ':']) && !text.starts_with("- ") && text.len() > 1
}

#[cfg(test)]
mod tests {
    use super::is_decimal;

    #[test]
    fn a_decimal_is_what_parses_as_a_float() {
        for text in [
            "0",
            "12",
            "1_000",
            ".5",
            "1.",
            "1.5",
            "1e5",
            "1E-3",
            "1e+3",
            "0644",
            "3.10",
            ".",
            "",
            "1.2.3",
            "1e",
            "1e+",
            "e5",
            "1-2",
            "10.0.0.1",
            "1x",
            "2026-01-01",
            "1e5.0",
            "12:30",
            "5_",
            "1__0",
            "pause",
        ] {
            let wanted = text.replace('_', "").parse::<f64>().is_ok();
            assert_eq!(is_decimal(text), wanted, "{text}");
        }
    }
}

//! What a plain scalar means, by the rules of YAML 1.1 that Kubernetes applies
//! (`sigs.k8s.io/yaml` over `go.yaml.in/yaml/v2`, `resolve.go`).

use serde_json::{Number, Value};

/// The value of a plain scalar.
pub fn resolve(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Value::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Value::Bool(false)
        }
        _ => number(text).map_or_else(|| Value::String(text.into()), Value::Number),
    }
}

fn number(text: &str) -> Option<Number> {
    let first = text.chars().next()?;
    if !(first.is_ascii_digit() || matches!(first, '+' | '-' | '.')) {
        return None;
    }
    let plain = text.replace('_', "");
    integer(&plain).or_else(|| float(&plain))
}

fn integer(text: &str) -> Option<Number> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = if let Some(hex) = digits.strip_prefix("0x") {
        (16, hex)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        (2, binary)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (8, digits.strip_prefix("0o").unwrap_or(digits))
    } else {
        (10, digits)
    };
    if digits.is_empty() || digits.starts_with(['+', '-']) {
        return None;
    }
    let value = i64::from_str_radix(digits, radix).ok()?;
    Some(Number::from(sign * value))
}

/// A float; one without a fraction becomes an integer, as Go prints it.
fn float(text: &str) -> Option<Number> {
    let allowed = |it: char| it.is_ascii_digit() || matches!(it, '+' | '-' | '.' | 'e' | 'E');
    if !text.chars().all(allowed) || !text.contains(|it: char| it.is_ascii_digit()) {
        return None;
    }
    // The decimal text is kept exactly; no floating-point arithmetic takes place here.
    serde_json::from_str::<Number>(&json_float(text)?).ok()
}

/// The same number in JSON's spelling: no plus sign, a digit before and after the point.
fn json_float(text: &str) -> Option<String> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (rest, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = fraction.trim_end_matches('0');
    let mut json = format!("{sign}{whole}");
    if !fraction.is_empty() {
        json.push('.');
        json.push_str(fraction);
    }
    if let Some(exponent) = exponent {
        exponent.parse::<i32>().ok()?;
        json.push('e');
        json.push_str(exponent);
    }
    Some(json)
}

#[cfg(test)]
mod tests {
    use super::resolve;
    use serde_json::json;

    fn check(text: &str, expected: serde_json::Value) {
        assert_eq!(resolve(text), expected, "{text}");
    }

    #[test]
    fn yaml_1_1_booleans_are_booleans() {
        check("off", json!(false));
        check("y", json!(true));
        check("Yes", json!(true));
        check("oN", json!("oN"));
    }

    #[test]
    fn a_leading_zero_means_octal() {
        check("0644", json!(420));
        check("0o644", json!(420));
        check("0", json!(0));
        check("0x1F", json!(31));
    }

    #[test]
    fn numbers_are_numbers_and_versions_are_not() {
        check("1_000", json!(1000));
        check("-7", json!(-7));
        check("1.50", json!(1.5));
        check("2.0", json!(2));
        check("1.2.3", json!("1.2.3"));
        check("16Mi", json!("16Mi"));
        check("-", json!("-"));
    }
}

//! Reads JSON as RFC 8259 has it, and nothing beyond. A reader for every form of every type, with
//! messages for whoever wrote the text, is ten times this code; here a mistake is just no tree.

use super::{Fields, Tree};

/// Lists and objects within each other: the stack of the page's program is small.
const DEEPEST: u32 = 127;

/// The tree of a text.
pub(super) fn read(json: &str) -> Option<Tree> {
    let mut reader = Reader { text: json, at: 0 };
    let tree = reader.value(DEEPEST)?;
    reader.skip_blanks();
    (reader.at == json.len()).then_some(tree)
}

struct Reader<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Goes past this byte if it comes next.
    fn passes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// The same as [`Self::passes`], after any blanks.
    fn comes(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        self.passes(byte)
    }

    fn value(&mut self, depth: u32) -> Option<Tree> {
        self.skip_blanks();
        Some(match self.peek()? {
            b'n' => self.word("null", Tree::Null)?,
            b't' => self.word("true", Tree::Bool(true))?,
            b'f' => self.word("false", Tree::Bool(false))?,
            b'"' => Tree::Text(self.string()?),
            b'[' => Tree::List(self.list(depth.checked_sub(1)?)?),
            b'{' => Tree::Object(Fields(self.fields(depth.checked_sub(1)?)?)),
            _ => self.number()?,
        })
    }

    fn word(&mut self, word: &str, tree: Tree) -> Option<Tree> {
        let is_word = word.bytes().all(|it| self.passes(it));
        is_word.then_some(tree)
    }

    fn list(&mut self, depth: u32) -> Option<Vec<Tree>> {
        let mut items = Vec::new();
        self.at += 1;
        if self.comes(b']') {
            return Some(items);
        }
        loop {
            items.push(self.value(depth)?);
            if self.comes(b']') {
                return Some(items);
            }
            if !self.passes(b',') {
                return None;
            }
        }
    }

    fn fields(&mut self, depth: u32) -> Option<Vec<(String, Tree)>> {
        let mut fields = Vec::new();
        self.at += 1;
        if self.comes(b'}') {
            return Some(fields);
        }
        loop {
            self.skip_blanks();
            let name = self.string()?;
            if !self.comes(b':') {
                return None;
            }
            fields.push((name, self.value(depth)?));
            if self.comes(b'}') {
                return Some(fields);
            }
            if !self.passes(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        if !self.passes(b'"') {
            return None;
        }
        let mut whole = String::new();
        loop {
            let from = self.at;
            while !matches!(self.peek()?, b'"' | b'\\' | 0..=0x1f) {
                self.at += 1;
            }
            whole.push_str(self.text.get(from..self.at)?);
            match self.next()? {
                b'"' => return Some(whole),
                b'\\' => whole.push(self.escaped()?),
                _ => return None,
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        Some(match self.next()? {
            it @ (b'"' | b'\\' | b'/') => char::from(it),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut code = self.unit()?;
                // What lies beyond 16 bits comes in two halves; a half alone is no character.
                if code >> 10 == 0x36 && self.passes(b'\\') && self.passes(b'u') {
                    let low = self.unit()?;
                    if low >> 10 != 0x37 {
                        return None;
                    }
                    code = 0x1_0000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
                }
                char::from_u32(code)?
            }
            _ => return None,
        })
    }

    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit * 16 + char::from(self.next()?).to_digit(16)?;
        }
        Some(unit)
    }

    /// A whole number is exact up to 64 bits. A fraction of up to 15 digits is exact as well; more
    /// digits may miss by the last bit, which is nothing for a time or a speed.
    fn number(&mut self) -> Option<Tree> {
        let is_negative = self.passes(b'-');
        let (begins, mut whole, mut value) = (self.peek(), Some(0_u64), 0.0);
        let n_digits = self.digits(|digit| {
            let fits = |it: &u64| *it <= (u64::MAX - u64::from(digit)) / 10;
            whole = whole.filter(fits).map(|it| it * 10 + u64::from(digit));
            value = value * 10.0 + f64::from(digit);
        });
        if n_digits == 0 || (n_digits > 1 && begins == Some(b'0')) {
            return None;
        }
        let mut power = 0_i32;
        if self.passes(b'.') {
            whole = None;
            power = -self.digits(|digit| value = value * 10.0 + f64::from(digit));
            if power == 0 {
                return None;
            }
        }
        if self.passes(b'e') || self.passes(b'E') {
            whole = None;
            let sinks = self.passes(b'-');
            let _ = sinks || self.passes(b'+');
            let mut exponent = 0_i32;
            let n_digits = self.digits(|digit| {
                exponent = exponent.saturating_mul(10).saturating_add(i32::from(digit));
            });
            if n_digits == 0 {
                return None;
            }
            power = power.saturating_add(if sinks { -exponent } else { exponent });
        }
        // Zero below zero is a fraction, since whole numbers know one zero only.
        if let Some(whole) = whole.filter(|it| *it > 0 || !is_negative) {
            let whole = i128::from(whole);
            return Some(Tree::Whole(if is_negative { -whole } else { whole }));
        }
        let value = scaled(value, power);
        value.is_finite().then_some(Tree::Fraction(if is_negative { -value } else { value }))
    }

    /// Tells every digit that follows, and how many they are.
    fn digits(&mut self, mut tell: impl FnMut(u8)) -> i32 {
        let mut n_digits = 0;
        while let Some(digit) = self.peek().map(|it| it.wrapping_sub(b'0')).filter(|it| *it < 10) {
            tell(digit);
            self.at += 1;
            n_digits += 1;
        }
        n_digits
    }
}

/// `value` with its point moved by so many places.
fn scaled(value: f64, power: i32) -> f64 {
    let mut scale = 1.0;
    // No number has more places than this.
    for _ in 0..power.unsigned_abs().min(400) {
        scale *= 10.0;
    }
    if value == 0.0 || power == 0 {
        value
    } else if power < 0 {
        value / scale
    } else {
        value * scale
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// What the widely used reader makes of the text is made here too.
    #[track_caller]
    fn check(json: &str) {
        let wanted = serde_json::from_str(json).ok().map(|it: Value| tree(&it));
        assert_eq!(read(json), wanted, "{json}");
    }

    fn tree(value: &Value) -> Tree {
        match value {
            Value::Null => Tree::Null,
            Value::Bool(it) => Tree::Bool(*it),
            Value::Number(it) => {
                let whole = it.as_u64().map(i128::from).or_else(|| it.as_i64().map(i128::from));
                whole.map_or_else(|| Tree::Fraction(it.as_f64().unwrap()), Tree::Whole)
            }
            Value::String(it) => Tree::Text(it.clone()),
            Value::Array(it) => Tree::List(it.iter().map(tree).collect()),
            // That reader sorts the fields, so they are sorted in the texts below.
            Value::Object(it) => {
                Tree::Object(Fields(it.iter().map(|(key, it)| (key.clone(), tree(it))).collect()))
            }
        }
    }

    #[test]
    fn numbers_are_whole_as_long_as_64_bits_hold_them() {
        for json in ["0", "7", "-7", "1830", "18446744073709551615", "-9223372036854775808"] {
            check(json);
        }
        for json in ["18446744073709551616", "-9223372036854775807", "-0", "1.5", "0.25", "-0.75"] {
            check(json);
        }
        for json in ["1e3", "1E+3", "12.5e-1", "0.1", "3.14159", "0e5", "1e22", "1e-7"] {
            check(json);
        }
    }

    #[test]
    fn many_digits_miss_by_no_more_than_the_last() {
        for json in ["99999999999999999999", "0.30000000000000004", "1e300", "2.5e-300"] {
            let (wanted, got): (f64, _) = (json.parse().unwrap(), read(json).unwrap().number());
            assert!((got.unwrap() / wanted - 1.0).abs() < 1e-14, "{json}: {got:?}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for json in ["-", "+1", "01", "-01", "1.", ".5", "1.e3", "1e", "1e+", "0x1", "1e999"] {
            check(json);
        }
        for json in ["NaN", "Infinity", "--1", "1 2", "1_000", "1e99999999999"] {
            check(json);
        }
    }

    #[test]
    fn texts_may_be_escaped() {
        for json in [r#""""#, r#""é ↔ 🙂""#, r#""\"\\\/\b\f\n\r\t""#, r#""a\u00e9\uD83D\uDE42b""#]
        {
            check(json);
        }
        for json in [r#"""#, r#""\x""#, r#""\u12""#, r#""\u12g4""#, r#""\uD83D""#, r#""\uDE42""#] {
            check(json);
        }
        for json in
            [r#""\uD83Dx""#, r#""\uD83D\n""#, r#""\uD83D\u0041""#, "\"a\nb\"", "\"\\", "'a'"]
        {
            check(json);
        }
    }

    #[test]
    fn lists_and_objects_hold_anything() {
        for json in ["[]", " [ ] ", "{}", "{ }", "[1,[2,{\"a\":[]}],null]", "\t{\"a\" :\r\n1 }\n"] {
            check(json);
        }
        for json in ["[1,]", "[,1]", "[1 2]", "[", "]", "[1", "{\"a\"}", "{\"a\":}", "{\"a\":1,}"] {
            check(json);
        }
        for json in ["{a:1}", "{1:1}", "{\"a\":1 \"b\":2}", "{\"a\":1", "[]]", "{}x", "", " "] {
            check(json);
        }
        for json in ["nul", "nulls", "truE", "tru", "false", "fals", "true", "null", "[true]"] {
            check(json);
        }
    }

    #[test]
    fn what_lies_too_deep_is_refused_before_the_stack_ends() {
        for depth in [126, 127, 128, 129, 100_000] {
            check(&("[".repeat(depth) + &"]".repeat(depth)));
        }
        check(&"[{\"a\":".repeat(5_000));
    }
}

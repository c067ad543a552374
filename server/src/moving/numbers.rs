//! What of an element can move, apart from what it is: its numbers.

use super::piece::Piece;

/// An element without its numbers. What differs in this is another element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The same thing in every picture.
    pub key: String,
    /// The element's name.
    pub tag: &'static str,
    /// Attributes that are no numbers.
    pub fixed: Vec<(&'static str, String)>,
    /// The strokes of a path, with [`PLACE`] for each number.
    strokes: String,
    /// What stands between its tags.
    pub inner: String,
}

/// An attribute's numbers, in thousandths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The attribute's name.
    pub name: &'static str,
    /// One number; of a path, all of them.
    pub thousandths: Vec<i32>,
}

/// Stands for a number.
const PLACE: char = '#';

/// Attributes that are one number.
const SCALARS: [&str; 10] =
    ["x", "y", "width", "height", "rx", "cx", "cy", "r", "stroke-width", "font-size"];

/// Attributes that need not be there, with what they are then, in thousandths.
const OPTIONAL: [(&str, i32); 4] =
    [("opacity", 1000), ("fill-opacity", 1000), ("stroke-opacity", 1000), ("rx", 0)];

/// Takes an element apart.
pub fn parted(piece: Piece) -> (Kind, Vec<Numbers>) {
    let Piece { key, tag, attrs, inner } = piece;
    let mut kind = Kind { key, tag, fixed: Vec::new(), strokes: String::new(), inner };
    let mut all = Vec::new();
    for (name, value) in attrs {
        if name == "d" {
            let (strokes, thousandths) = parted_path(&value);
            kind.strokes = strokes;
            all.push(Numbers { name, thousandths });
        } else if SCALARS.contains(&name) || OPTIONAL.iter().any(|it| it.0 == name) {
            all.push(Numbers { name, thousandths: vec![thousandths(&value)] });
        } else {
            kind.fixed.push((name, value));
        }
    }
    for (name, default) in OPTIONAL {
        if all.iter().all(|it| it.name != name) && (name != "rx" || tag == "rect") {
            all.push(Numbers { name, thousandths: vec![default] });
        }
    }
    // One that may be missing stands in the same place as when it is there.
    all.sort_by_key(|it| it.name);
    (kind, all)
}

impl Kind {
    /// An attribute's value with these numbers.
    pub fn value(&self, numbers: &Numbers) -> String {
        let mut text = String::new();
        if numbers.name != "d" {
            for it in &numbers.thousandths {
                push_decimal(&mut text, *it);
            }
            return text;
        }
        let mut rest = numbers.thousandths.iter();
        for it in self.strokes.chars() {
            match rest.as_slice().first().filter(|_| it == PLACE) {
                Some(number) => {
                    push_decimal(&mut text, *number);
                    rest.next();
                }
                None => text.push(it),
            }
        }
        text
    }
}

impl Numbers {
    /// Whether the attribute says nothing that is not so without it.
    pub fn is_default(&self) -> bool {
        OPTIONAL.iter().any(|(name, it)| *name == self.name && self.thousandths == [*it])
    }

    /// How far numbers between two key times may be from what was drawn: half of the last digit
    /// with which the painter writes them, in thousandths.
    pub fn tolerance(&self) -> i32 {
        if self.name.ends_with("opacity") { 5 } else { 50 }
    }
}

/// A path's strokes and its numbers. The three numbers of an arc that are a choice, not a place,
/// belong to its strokes.
fn parted_path(data: &str) -> (String, Vec<i32>) {
    let (mut strokes, mut numbers) = (String::new(), Vec::new());
    let mut rest = data;
    let (mut letter, mut nth) = (' ', 0);
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphabetic() || first == ' ' {
            if first != ' ' {
                (letter, nth) = (first, 0);
            }
            strokes.push(first);
            rest = &rest[1..];
            continue;
        }
        let end = rest.find(|it: char| it == ' ' || it.is_ascii_alphabetic());
        let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
        if letter == 'A' && (2..5).contains(&nth) {
            strokes.push_str(number);
        } else {
            strokes.push(PLACE);
            numbers.push(thousandths(number));
        }
        nth += 1;
        rest = after;
    }
    (strokes, numbers)
}

fn thousandths(decimal: &str) -> i32 {
    // A canvas is a few thousand units wide; the cast saturates beyond.
    decimal.parse::<f64>().map_or(0, |it| (it * 1000.0).round() as i32)
}

/// Appends thousandths as a decimal, without digits that say nothing.
pub fn push_decimal(text: &mut String, thousandths: i32) {
    if thousandths < 0 {
        text.push('-');
    }
    let (whole, part) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    if whole > 0 || part == 0 {
        text.push_str(&whole.to_string());
    }
    if part > 0 {
        text.push('.');
        text.push_str(format!("{part:03}").trim_end_matches('0'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(d: &str, strokes: &str, n_numbers: usize) {
        let attrs = vec![("d", d.to_owned()), ("fill", "none".to_owned())];
        let piece = Piece { key: "a".into(), tag: "path", attrs, inner: String::new() };
        let (kind, numbers) = parted(piece);
        assert_eq!(kind.strokes, strokes);
        let path = numbers.iter().find(|it| it.name == "d").expect("a path");
        assert_eq!(path.thousandths.len(), n_numbers);
        assert_eq!(kind.value(path), d);
    }

    #[test]
    fn a_path_is_put_together_as_it_was() {
        check("M12.5 -3L4 5z", "M# #L# #z", 4);
        check("M0 1A6 6 0 0 1 7.3 8", "M# #A# # 0 0 1 # #", 6);
        check("M0 1A6 6 0 1 1 -7.3 8z", "M# #A# # 0 1 1 # #z", 6);
        check("", "", 0);
    }

    #[test]
    fn decimals_have_no_needless_digits() {
        let written = |it| {
            let mut text = String::new();
            push_decimal(&mut text, it);
            text
        };
        assert_eq!(
            [0, 1000, -12_500, 50, -300, 7_040].map(written),
            ["0", "1", "-12.5", ".05", "-.3", "7.04"]
        );
    }
}

//! Typography that authors need not type: apostrophes, and French spaces.
//!
//! Words are written with the plain keys of a keyboard. An ordinary space before `: ; ! ? »` and
//! after `«` becomes a non-breaking one in French, since an invisible character in a source file
//! is lost by the next editor that touches it.

use crate::Lang;

const NO_BREAK: char = '\u{a0}';

/// The text as it should be shown. Code is not for this function.
pub(crate) fn typeset(lang: Lang, text: &str) -> String {
    typeset_piece(lang, text, (false, false))
}

/// The same for a piece of a sentence; whether other words touch it before and after.
pub(crate) fn typeset_piece(lang: Lang, text: &str, touches: (bool, bool)) -> String {
    let text = curl_apostrophes(text, touches);
    match lang {
        Lang::Fr => french_spaces(&text),
        Lang::En | Lang::Es => text,
    }
}

fn curl_apostrophes(text: &str, (touches_before, touches_after): (bool, bool)) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut after_word = touches_before;
    let mut rest = text.chars().peekable();
    while let Some(it) = rest.next() {
        let before_word =
            rest.peek().map_or(touches_after, |next| next.is_alphanumeric() || *next == '«');
        shown.push(if it == '\'' && after_word && before_word { '’' } else { it });
        after_word = it.is_alphanumeric();
    }
    shown
}

fn french_spaces(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(it) = rest.next() {
        let hugs = before == Some('«') || rest.peek().is_some_and(|next| is_tall(*next));
        shown.push(if it == ' ' && hugs { NO_BREAK } else { it });
        before = Some(it);
    }
    shown
}

const fn is_tall(mark: char) -> bool {
    matches!(mark, ':' | ';' | '!' | '?' | '»' | '%')
}

/// The first word of a typeset text that lacks its French space, if any.
pub(crate) fn missing_space(lang: Lang, text: &str) -> Option<String> {
    if lang != Lang::Fr {
        return None;
    }
    let ends_bare = |word: &str| {
        let mut back = word.chars().rev();
        let last = back.next().is_some_and(|it| matches!(it, ':' | ';' | '!' | '?' | '»'));
        last && back.next().is_some_and(|it| it.is_alphanumeric() || it == ')' || it == '’')
    };
    let opens_bare = |word: &str| {
        let mut chars = word.chars().skip_while(|it| *it != '«');
        chars.next().is_some() && chars.next().is_some_and(char::is_alphanumeric)
    };
    let mut words = text.split([' ', '\n', NO_BREAK, '\u{202f}']);
    words.find(|it| ends_bare(it) || opens_bare(it)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_marks_keep_their_word() {
        let shown = typeset(Lang::Fr, "Qui l'a dit ? « Personne » : voilà !");
        assert_eq!(shown, "Qui l’a dit\u{a0}? «\u{a0}Personne\u{a0}»\u{a0}: voilà\u{a0}!");
        assert_eq!(missing_space(Lang::Fr, &shown), None);
    }

    #[test]
    fn a_french_mark_glued_to_its_word_is_noticed() {
        assert_eq!(missing_space(Lang::Fr, "Voici: un Pod").as_deref(), Some("Voici:"));
        assert_eq!(missing_space(Lang::Fr, "un «Pod »").as_deref(), Some("«Pod"));
        assert_eq!(missing_space(Lang::Fr, "à 10:30"), None);
        assert_eq!(missing_space(Lang::En, "This: that"), None);
    }

    #[test]
    fn quotes_around_a_word_stay_as_typed() {
        assert_eq!(typeset(Lang::En, "it isn't 'so'"), "it isn’t 'so'");
    }

    #[test]
    fn a_piece_knows_that_words_touch_it() {
        assert_eq!(typeset_piece(Lang::En, "'s image of ", (true, true)), "’s image of ");
        assert_eq!(typeset_piece(Lang::Fr, "et l'", (true, true)), "et l’");
        assert_eq!(typeset_piece(Lang::Fr, " : l'", (true, false)), "\u{a0}: l'");
    }
}

//! The only place that knows colours.

use crate::shape::Role;

/// In which colours a frame is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Those of the page around it: `var(--mirror)` and so on, so that theme and contrast follow
    /// the page's style sheet.
    Page,
    /// The light palette, as literal colours: for files that stand alone.
    Light,
    /// The dark palette, as literal colours.
    Dark,
}

/// A colour of the page's style sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its custom property, without the two dashes.
    pub name: &'static str,
    /// In light surroundings.
    pub light: &'static str,
    /// In dark surroundings.
    pub dark: &'static str,
    /// In light surroundings, for readers who ask for more contrast.
    pub light_more: &'static str,
    /// In dark surroundings, for readers who ask for more contrast.
    pub dark_more: &'static str,
}

impl Paint {
    /// The value of a `fill` or `stroke` attribute.
    #[must_use]
    pub const fn colour(self, role: Role) -> &'static str {
        let token = role.token();
        match self {
            Self::Page => role.variable(),
            Self::Light => token.light,
            Self::Dark => token.dark,
        }
    }
}

macro_rules! palette {
    ($($role:ident $name:literal $light:literal $dark:literal $light_more:literal
       $dark_more:literal)*) => {
        /// Every colour the picture uses: the page's style sheet must define them all.
        pub const TOKENS: &[Token] = &[$(Role::$role.token()),*];

        impl Role {
            /// The colours of this role.
            #[must_use]
            pub const fn token(self) -> Token {
                match self {
                    $(Self::$role => Token {
                        name: $name,
                        light: $light,
                        dark: $dark,
                        light_more: $light_more,
                        dark_more: $dark_more,
                    },)*
                }
            }

            const fn variable(self) -> &'static str {
                match self {
                    $(Self::$role => concat!("var(--", $name, ")"),)*
                }
            }
        }
    };
}

palette! {
    Ink "ink" "#1b2330" "#e9edf3" "#000000" "#ffffff"
    Soft "soft" "#5d6878" "#98a4b5" "#2e3845" "#d3dbe6"
    Rule "rule" "#dcd8cc" "#2b3543" "#6f6a5c" "#8fa0b6"
    Card "card" "#fffefb" "#171d26" "#ffffff" "#05080c"
    File "file" "#8a5a00" "#f0b429" "#5f3d00" "#ffcb57"
    FileWash "file-wash" "#fbf2df" "#2b2412" "#ffffff" "#141005"
    Kubelet "kubelet" "#0b5ea8" "#6cb6ff" "#00437c" "#a3d2ff"
    KubeletWash "kubelet-wash" "#eef5fb" "#142333" "#ffffff" "#07121d"
    Real "real" "#0a6b4f" "#4fd1a5" "#004a35" "#7fe9c5"
    RealWash "real-wash" "#e9f4ef" "#12291f" "#f4faf7" "#07140e"
    Mirror "mirror" "#8c3b74" "#e7a1d0" "#6a1c53" "#ffc4e9"
    MirrorWash "mirror-wash" "#f8eef5" "#2c1b28" "#ffffff" "#190d16"
    Api "api" "#37474f" "#b6c2cc" "#1b262c" "#e2eaf0"
    ApiWash "api-wash" "#f0f2f3" "#1c232b" "#f7f8f9" "#0c1116"
    Fault "fault" "#a63a00" "#ff9a5c" "#7a2a00" "#ffb98c"
    Glass "glass" "#7d8fa8" "#5a6b84" "#44546b" "#9fb3cf"
    Code "code" "#10161e" "#0a0e13" "#000000" "#000000"
    CodeInk "code-ink" "#e9edf3" "#e9edf3" "#ffffff" "#ffffff"
    CodeSoft "code-soft" "#98a4b5" "#98a4b5" "#d3dbe6" "#d3dbe6"
    CodeReal "code-real" "#4fd1a5" "#4fd1a5" "#7fe9c5" "#7fe9c5"
    CodeFault "code-fault" "#ff9a5c" "#ff9a5c" "#ffb98c" "#ffb98c"
}

#[cfg(test)]
mod tests {
    use super::TOKENS;

    /// Relative luminance as WCAG 2 defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |n: usize| {
            let byte = u8::from_str_radix(&colour[n..n + 2], 16).expect("two hex digits");
            let part = f64::from(byte) / 255.0;
            if part <= 0.039_28 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn check(text: &str, ground: &str, least: f64) {
        let find =
            |name: &str| *TOKENS.iter().find(|it| it.name == name).expect("a token of this name");
        let (text, ground) = (find(text), find(ground));
        for (set, one, other, least) in [
            ("light", text.light, ground.light, least),
            ("dark", text.dark, ground.dark, least),
            ("light, more contrast", text.light_more, ground.light_more, 7.0),
            ("dark, more contrast", text.dark_more, ground.dark_more, 7.0),
        ] {
            let ratio = contrast(one, other);
            assert!(ratio >= least, "{} on {} in {set}: {ratio:.2}", text.name, ground.name);
        }
    }

    #[test]
    fn text_can_be_read_on_every_ground_it_stands_on() {
        for ground in ["card", "file-wash", "kubelet-wash", "real-wash", "api-wash", "mirror-wash"]
        {
            check("ink", ground, 4.5);
            check("soft", ground, 4.5);
        }
        check("file", "file-wash", 4.5);
        check("file", "card", 4.5);
        check("kubelet", "kubelet-wash", 4.5);
        check("kubelet", "real-wash", 4.5);
        check("real", "card", 4.5);
        check("mirror", "mirror-wash", 4.5);
        check("mirror", "card", 4.5);
        check("api", "card", 4.5);
        check("fault", "card", 4.5);
        check("fault", "mirror-wash", 4.5);
        for text in ["code-ink", "code-soft", "code-real", "code-fault"] {
            check(text, "code", 4.5);
        }
    }
}

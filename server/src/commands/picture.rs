//! `mirrorpod picture`: moving pictures as files.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::{Args, ValueEnum, value_parser};
use content::{Content, Lang};

use crate::moving::{self, Film, Look, Pixels, Plays};
use crate::recordings::Recordings;

/// Which pictures to write, and how.
#[derive(Args, Debug)]
pub struct Picture {
    /// The lesson, as static-pods
    pub lesson: String,

    /// Steps of it, as delete; without any, all of them
    #[arg(value_name = "STEP")]
    pub steps: Vec<String>,

    /// What to write; several with commas between them
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg")]
    pub format: Vec<Format>,

    /// The language of the words: en, fr or es
    #[arg(long, default_value = "en", value_parser = lang)]
    pub lang: Lang,

    /// The colours; a GIF has one palette, and is light with auto
    #[arg(long, value_enum, default_value_t = Look::Light)]
    pub theme: Look,

    /// The SVG plays once and then stays as it is, instead of again and again
    #[arg(long)]
    pub once: bool,

    /// How wide the GIF is, in pixels
    #[arg(long, default_value_t = 800, value_parser = value_parser!(u32).range(200..=2400))]
    pub width: u32,

    /// How many pictures of the GIF there are in a second
    #[arg(long, default_value_t = 12, value_parser = value_parser!(u32).range(1..=50))]
    pub fps: u32,

    /// Folder to write to, as delete.svg; it is made if need be
    #[arg(long, default_value = ".", value_name = "DIR")]
    pub out: PathBuf,

    /// Folder of lessons and words, instead of the ones compiled in
    #[arg(long, env = "MIRRORPOD_CONTENT", value_name = "DIR")]
    pub content: Option<PathBuf>,
}

/// What a moving picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Shapes that the browser moves, for pages and READMEs
    Svg,
    /// Pixels, for slides and whatever takes no SVG
    Gif,
}

/// Writes moving pictures of a lesson's steps, and says of each how large it is.
///
/// # Errors
/// When there is no such lesson or step, or a file cannot be written.
pub fn run(args: &Picture) -> Result<()> {
    let content = super::content(args.content.as_deref())?;
    let recordings = Recordings::of(&content).map_err(|found| super::mistakes(&found))?;
    let steps = steps(&content, args)?;
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make {}", args.out.display()))?;
    for step in &steps {
        let film = Film::of(&content, &recordings, &args.lesson, step, args.lang)
            .map_err(|problem| anyhow!(problem.detail))?;
        for format in &args.format {
            let file = args.out.join(format!("{step}.{}", format.ending()));
            let bytes = made(&film, args, *format)?;
            fs::write(&file, &bytes).with_context(|| format!("cannot write {}", file.display()))?;
            super::print(|out| writeln!(out, "{}: {} KB", file.display(), bytes.len() / 1000))?;
        }
    }
    Ok(())
}

/// The steps that were asked for, each of which is there.
fn steps(content: &Content, args: &Picture) -> Result<Vec<String>> {
    let lesson = content.lesson(&args.lesson).with_context(|| {
        let known: Vec<&str> = content.lessons().iter().map(|it| it.id.as_str()).collect();
        format!("there is no lesson {:?}; there is: {}", args.lesson, known.join(", "))
    })?;
    let known: Vec<String> = lesson.steps.iter().map(|it| it.id.to_string()).collect();
    for step in &args.steps {
        ensure!(known.contains(step), "no step {step:?}; there is: {}", known.join(", "));
    }
    Ok(if args.steps.is_empty() { known } else { args.steps.clone() })
}

fn made(film: &Film<'_>, args: &Picture, format: Format) -> Result<Vec<u8>> {
    match format {
        Format::Svg => {
            let plays = if args.once { Plays::Once } else { Plays::Forever };
            Ok(moving::document(film, args.theme, plays).into_bytes())
        }
        Format::Gif => {
            let pixels = Pixels { width: args.width, fps: args.fps };
            moving::gif(film, args.theme, pixels).map_err(|problem| anyhow!(problem.detail))
        }
    }
}

impl Format {
    const fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Gif => "gif",
        }
    }
}

fn lang(text: &str) -> Result<Lang, String> {
    Lang::parse(text).ok_or_else(|| "not one of en, fr and es".to_owned())
}

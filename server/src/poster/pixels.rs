//! SVG to PNG, with the fonts of the page and no others.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::problem::Problem;

/// What services that show links ask for.
pub const PREVIEW_SIZE: (u32, u32) = (1200, 630);

/// Each font with the name that style sheets have for it: its file calls itself otherwise.
const FONTS: [(&str, &[u8]); 3] = [
    ("Inter", include_bytes!("../../../web/vendor/fonts/ttf/Inter-400.ttf")),
    ("Inter", include_bytes!("../../../web/vendor/fonts/ttf/Inter-650.ttf")),
    ("JetBrains Mono", include_bytes!("../../../web/vendor/fonts/ttf/JetBrainsMono-500.ttf")),
];

static FONT_LIST: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for (family, font) in FONTS {
        for id in fonts.load_font_source(fontdb::Source::Binary(Arc::new(font))) {
            let Some(mut face) = fonts.face(id).cloned() else { continue };
            face.families = vec![(family.to_owned(), fontdb::Language::English_UnitedStates)];
            fonts.remove_face(id);
            fonts.push_face_info(face);
        }
    }
    fonts.set_sans_serif_family("Inter");
    fonts.set_monospace_family("JetBrains Mono");
    Arc::new(fonts)
});

/// A document of [`PREVIEW_SIZE`] as PNG.
pub fn draw(svg: &str) -> Result<Vec<u8>, Problem> {
    let pixels = pixmap(svg, PREVIEW_SIZE)?;
    pixels.encode_png().map_err(|error| Problem::broken(format!("a poster is no PNG: {error}")))
}

/// Draws a document in this size.
pub fn pixmap(svg: &str, (width, height): (u32, u32)) -> Result<Pixmap, Problem> {
    let options = Options {
        fontdb: FONT_LIST.clone(),
        font_family: "Inter".to_owned(),
        ..Options::default()
    };
    let tree = Tree::from_str(&in_hundreds(svg), &options)
        .map_err(|error| Problem::broken(format!("a poster is not SVG: {error}")))?;
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| Problem::broken("a picture of no size, or of a vast one"))?;
    let scale = (width as f32 / tree.size().width(), height as f32 / tree.size().height());
    resvg::render(&tree, Transform::from_scale(scale.0, scale.1), &mut pixels.as_mut());
    Ok(pixels)
}

/// The drawing library knows weights in hundreds only and takes any other for a regular one; with
/// these it finds the font that was meant.
fn in_hundreds(svg: &str) -> String {
    svg.replace("font-weight=\"650\"", "font-weight=\"700\"")
        .replace("font-weight=\"560\"", "font-weight=\"600\"")
}

//! What a package says of itself to a platform with cmi5: a course of one unit.

use anyhow::Result;
use askama::Template;
use content::Lang;

use super::{About, launch};

/// Where the list lies: it has to be at the top.
pub(super) const LIST: &str = "cmi5.xml";

#[derive(Template)]
#[template(path = "cmi5.xml")]
struct Structure<'a> {
    /// The course and its unit need different ids.
    home: &'a str,
    titles: &'a [(Lang, String)],
    summaries: &'a [(Lang, String)],
    page: &'a str,
}

/// The structure of the course.
pub(super) fn list(about: &About) -> Result<String> {
    let (titles, summaries) = (&about.titles, &about.summaries);
    Ok(Structure { home: &about.home, titles, summaries, page: launch::CMI5_PAGE }.render()?)
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, Node};

    use super::*;

    const NAMESPACE: &str = "https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd";

    fn elements<'a>(within: Node<'a, 'a>) -> Vec<Node<'a, 'a>> {
        within.children().filter(Node::is_element).collect()
    }

    fn names<'a>(within: Node<'a, 'a>) -> Vec<&'a str> {
        elements(within).iter().map(|it| it.tag_name().name()).collect()
    }

    #[test]
    fn a_platform_reads_one_unit_that_is_done_when_it_was_seen() {
        let texts = |of: &str| Lang::ALL.map(|lang| (lang, format!("{of} & {lang}"))).to_vec();
        let about = About {
            id: "static-pods".into(),
            home: "https://pods.example/en/lessons/static-pods".into(),
            titles: texts("title"),
            summaries: texts("summary"),
        };
        let text = list(&about).unwrap();
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some(NAMESPACE));
        assert_eq!(
            (root.tag_name().name(), names(root)),
            ("courseStructure", vec!["course", "au"])
        );
        let [course, unit] = elements(root)[..] else { panic!("two elements") };
        assert_eq!(names(course), ["title", "description"]);
        assert_eq!(names(unit), ["title", "description", "url"]);
        assert_ne!(course.attribute("id"), unit.attribute("id"));
        assert_eq!(unit.attribute("id"), Some(about.home.as_str()));
        assert_eq!(unit.attribute("moveOn"), Some("Completed"));
        assert_eq!(unit.attribute("launchMethod"), Some("AnyWindow"));
        assert_eq!(unit.attribute("masteryScore"), None, "nothing is judged");
        assert_eq!(elements(unit)[2].text().map(str::trim), Some("cmi5.html"));
        for texts in [course, unit].into_iter().flat_map(|it| elements(it)[..2].to_vec()) {
            let told: Vec<_> = elements(texts).iter().map(|it| it.attribute("lang")).collect();
            assert_eq!(told, [Some("en"), Some("fr"), Some("es")]);
            assert!(elements(texts)[1].text().unwrap().ends_with(" & fr"));
        }
    }
}

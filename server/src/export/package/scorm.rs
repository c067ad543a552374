//! What a package says of itself to a platform with SCORM 1.2.

use anyhow::Result;
use askama::Template;

use super::{About, launch};
use crate::export::Tree;

/// Where the list lies: it has to be at the top.
pub(super) const LIST: &str = "imsmanifest.xml";

#[derive(Template)]
#[template(path = "imsmanifest.xml")]
struct Manifest<'a> {
    id: &'a str,
    title: &'a str,
    page: &'a str,
    files: Vec<String>,
}

/// The list of one lesson that is one piece, and of every file of the package.
pub(super) fn list(about: &About, files: &Tree) -> Result<String> {
    Ok(Manifest {
        id: &about.id,
        title: about.title(),
        page: launch::SCORM_PAGE,
        files: files.keys().map(|it| address(it)).collect(),
    }
    .render()?)
}

/// A path as an address: what means something in addresses is written with `%`.
fn address(path: &str) -> String {
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                address.push(char::from(byte));
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use content::Lang;
    use roxmltree::{Document, Node};

    use super::*;

    const CP: &str = "http://www.imsproject.org/xsd/imscp_rootv1p1p2";
    const ADL: &str = "http://www.adlnet.org/xsd/adlcp_rootv1p2";

    fn about() -> About {
        About {
            id: "static-pods".into(),
            home: "https://pods.example/en/lessons/static-pods".into(),
            titles: vec![(Lang::En, "Pods & <mirrors> \"here\"".into())],
            summaries: vec![(Lang::En, "All's said".into())],
        }
    }

    fn named<'a>(within: Node<'a, 'a>, name: &str) -> Vec<Node<'a, 'a>> {
        within.descendants().filter(|it| it.tag_name().name() == name).collect()
    }

    #[test]
    fn a_platform_reads_one_piece_with_every_file_of_the_package() {
        let paths = ["scorm.html", "assets/a-1.js", "embed/a b/en/index.html"];
        let files: Tree = paths.iter().map(|it| ((*it).to_owned(), Vec::new())).collect();
        let text = list(&about(), &files).unwrap();
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!((root.tag_name().name(), root.tag_name().namespace()), ("manifest", Some(CP)));
        let children: Vec<_> =
            root.children().filter(Node::is_element).map(|it| it.tag_name().name()).collect();
        assert_eq!(children, ["metadata", "organizations", "resources"]);
        assert_eq!(named(root, "schema")[0].text(), Some("ADL SCORM"));
        assert_eq!(named(root, "schemaversion")[0].text(), Some("1.2"));
        let organization = named(root, "organization")[0];
        let default = named(root, "organizations")[0].attribute("default");
        assert_eq!(organization.attribute("identifier"), default);
        for title in named(organization, "title") {
            assert_eq!(title.text(), Some("Pods & <mirrors> \"here\""), "as it was written");
        }
        let (items, resources) = (named(root, "item"), named(root, "resource"));
        assert_eq!((items.len(), resources.len()), (1, 1));
        assert_eq!(items[0].attribute("identifierref"), resources[0].attribute("identifier"));
        assert_eq!(resources[0].attribute((ADL, "scormtype")), Some("sco"));
        assert_eq!(resources[0].attribute("type"), Some("webcontent"));
        assert_eq!(resources[0].attribute("href"), Some("scorm.html"));
        assert!(named(root, "masteryscore").is_empty(), "nothing is judged");
        let listed: BTreeSet<_> =
            named(root, "file").iter().filter_map(|it| it.attribute("href")).collect();
        let wanted = ["assets/a-1.js", "embed/a%20b/en/index.html", "scorm.html"];
        assert_eq!(listed, wanted.into());
        let identifiers: Vec<_> =
            root.descendants().filter_map(|it| it.attribute("identifier")).collect();
        let different: BTreeSet<_> = identifiers.iter().collect();
        assert_eq!(different.len(), identifiers.len(), "{identifiers:?}");
    }
}

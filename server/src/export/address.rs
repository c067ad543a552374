//! Where things lie in an export, and how one file names another.

/// The address of a line's facts.
#[must_use]
pub fn stored(lesson: &str, branch: Option<&str>) -> String {
    match branch {
        None => format!("/timelines/{lesson}.ndjson"),
        Some(branch) => format!("/timelines/{lesson}.{branch}.ndjson"),
    }
}

/// The address of what a lesson's lines are made from, for clusters in the page.
#[must_use]
pub fn lines(lesson: &str) -> String {
    format!("/timelines/{lesson}.scripts.jsonl")
}

/// The file that answers at an address of the server. A language in the query is a part of the
/// path, since a file has no query.
pub(super) fn file_of(address: &str) -> String {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let path = path.trim_matches('/');
    let values: Vec<&str> = query.split('&').filter_map(|it| Some(it.split_once('=')?.1)).collect();
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let join = |parts: &[&str]| {
        let parts: Vec<&str> = parts.iter().copied().filter(|it| !it.is_empty()).collect();
        parts.join("/")
    };
    match name.rsplit_once('.') {
        Some((stem, kind)) => {
            let stem: Vec<&str> = std::iter::once(stem).chain(values).collect();
            join(&[folder, &format!("{}.{kind}", stem.join("."))])
        }
        None => join(&[path, &values.join("/"), "index.html"]),
    }
}

/// How the file at `from` names the one at `to`, both seen from the export's own folder.
pub(super) fn relative(from: &str, to: &str) -> String {
    let folders: Vec<&str> =
        from.rsplit_once('/').map_or(vec![], |(it, _)| it.split('/').collect());
    let parts: Vec<&str> = to.split('/').collect();
    let n_same = folders.iter().zip(&parts[..parts.len() - 1]).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", folders.len() - n_same);
    up.chain(parts[n_same..].iter().copied()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_file() {
        let check = |address: &str, wanted: &str| assert_eq!(file_of(address), wanted);
        check("/en/", "en/index.html");
        check("/fr/lessons/static-pods", "fr/lessons/static-pods/index.html");
        check("/assets/app-0123.js", "assets/app-0123.js");
        check("/embed/static-pods?lang=fr", "embed/static-pods/fr/index.html");
        check("/poster/static-pods/delete.svg?lang=fr", "poster/static-pods/delete.fr.svg");
        check("/poster/a/b.svg?lang=fr&theme=dark", "poster/a/b.fr.dark.svg");
        check("/timelines/static-pods.ndjson", "timelines/static-pods.ndjson");
        check("/", "index.html");
    }

    #[test]
    fn a_file_names_another_from_where_it_lies() {
        let check = |from: &str, to: &str, wanted: &str| assert_eq!(relative(from, to), wanted);
        check("index.html", "assets/a.css", "assets/a.css");
        check("en/index.html", "index.html", "../index.html");
        check("en/lessons/a/index.html", "en/lessons/a/try/index.html", "try/index.html");
        check(
            "en/lessons/a/index.html",
            "fr/lessons/a/index.html",
            "../../../fr/lessons/a/index.html",
        );
        check("assets/a.css", "assets/b.woff2", "b.woff2");
        check("en/index.html", "en/index.html", "index.html");
    }
}

//! `kubectl get pods` (`pkg/printers/internalversion/printers.go` `printPod`).

use jiff::Timestamp;
use trace::EntryId;
use trace::object::{Object, Pod};

use super::{exit, print};
use crate::api::Reply;
use crate::desk::Desk;

/// Prints the table, or that there is nothing.
pub fn print_pods(
    desk: &mut Desk,
    typed: EntryId,
    namespace: Option<&str>,
    name: Option<&str>,
    reply: &Reply,
) {
    let wanted = |pod: &&std::sync::Arc<Pod>| {
        namespace.is_none_or(|it| it == pod.metadata.namespace)
            && name.is_none_or(|it| it == pod.metadata.name)
    };
    let pods: Vec<_> = reply.objects.iter().filter_map(Object::as_pod).filter(wanted).collect();
    if let Some(name) = name.filter(|_| pods.is_empty()) {
        let text = format!("Error from server (NotFound): pods \"{name}\" not found");
        print(desk, typed, true, text);
        return exit(desk, typed, 1);
    }
    if pods.is_empty() {
        let place = namespace.map(|it| format!(" in {it} namespace")).unwrap_or_default();
        print(desk, typed, true, format!("No resources found{place}."));
        return exit(desk, typed, 0);
    }
    let now = desk.timestamp();
    let mut rows = vec![["NAME", "READY", "STATUS", "RESTARTS", "AGE"].map(String::from)];
    rows.extend(pods.iter().map(|pod| row(pod, &now)));
    print(desk, typed, false, table(&rows));
    exit(desk, typed, 0);
}

fn row(pod: &Pod, now: &str) -> [String; 5] {
    let restarts: u32 = pod.status.container_statuses.iter().map(|it| it.restart_count).sum();
    [
        pod.metadata.name.clone(),
        format!("{}/{}", pod.status.n_ready(), pod.spec.containers.len()),
        status_word(pod).into(),
        restarts.to_string(),
        age(&pod.metadata.creation_timestamp, now),
    ]
}

/// The STATUS column.
fn status_word(pod: &Pod) -> &str {
    if pod.metadata.deletion_timestamp.is_some() && !pod.status.phase.is_terminal() {
        return "Terminating";
    }
    let of_container = pod.status.container_statuses.iter().find_map(|it| {
        let waiting = it.state.waiting.as_ref().map(|it| it.reason.as_str());
        waiting.or_else(|| it.state.terminated.as_ref().map(|it| it.reason.as_str()))
    });
    of_container.unwrap_or_else(|| pod.status.phase.as_str())
}

/// `HumanDuration` (`apimachinery/pkg/util/duration/duration.go`), up to hours.
fn age(created: &str, now: &str) -> String {
    let second = |text: &str| text.parse::<Timestamp>().map_or(0, Timestamp::as_second);
    let seconds = (second(now) - second(created)).max(0);
    let (minutes, hours) = (seconds / 60, seconds / 3_600);
    match (hours, minutes) {
        (_, 0..2) => format!("{seconds}s"),
        (_, 2..10) if seconds % 60 != 0 => format!("{minutes}m{}s", seconds % 60),
        (_, 2..180) => format!("{minutes}m"),
        (3..8, _) if minutes % 60 != 0 => format!("{hours}h{}m", minutes % 60),
        (3..48, _) => format!("{hours}h"),
        _ => format!("{}d", hours / 24),
    }
}

/// Columns as wide as their widest cell, three spaces apart.
fn table(rows: &[[String; 5]]) -> String {
    let width = |n: usize| rows.iter().map(|it| it[n].len()).max().unwrap_or_default();
    let widths = [0, 1, 2, 3].map(width);
    let lines: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}   "));
            cells.collect::<String>() + &row[4]
        })
        .collect();
    lines.join("\n")
}

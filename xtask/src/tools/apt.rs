//! Debian's packages, where we may install them.

use std::process::Command;

use anyhow::Result;

use crate::run;

/// Whether this is a Debian-like machine on which we are root.
pub fn usable() -> bool {
    run::find(&["apt-get"]).is_some() && run::answer("id", &["-u"]).as_deref() == Some("0")
}

/// Whether every one of `packages` is installed.
pub fn installed(packages: &[&str]) -> bool {
    let mut args = vec!["-W", "-f", "${db:Status-Status}\n"];
    args.extend(packages);
    run::answer("dpkg-query", &args)
        .is_some_and(|states| states.lines().all(|state| state == "installed"))
}

/// Installs `packages`, after a refresh of the package lists.
pub fn install(packages: &[&str]) -> Result<()> {
    eprintln!("xtask: installing Debian's {}", packages.join(" "));
    // Stale lists may still hold what we need, so the install decides, not the refresh.
    let _ = run::quiet("package lists", "apt-update", apt().arg("update"));
    let mut command = apt();
    command.args(["install", "--yes", "--no-install-recommends"]).args(packages);
    run::quiet("package installation", "apt-install", &mut command)
}

fn apt() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").arg("-q");
    command
}

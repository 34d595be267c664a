//! Landlock: the kernel refuses this process and its descendants to write elsewhere.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use crate::isolation::{Level, system_calls};

/// Devices that a program finds in `/dev`, if the machine has them.
pub(crate) const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

type Error = Box<dyn std::error::Error + Send + Sync>;

/// The version of Landlock whose restrictions are asked for. An older kernel enforces those that it
/// knows: writing since 5.13, TCP since 6.7, signals and abstract sockets since 6.12, sockets at
/// paths since 7.1, UDP since 7.2.
const WANTED: ABI = ABI::V10;

/// Lets this process and its descendants signal each other only; false if the kernel is older than
/// 6.12. A program in a domain of its own, as [`restrict`] makes it, still cannot signal this
/// process, but is in its reach.
pub(crate) fn confine_signals() -> bool {
    let confined = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .scope(Scope::Signal)
        .and_then(Ruleset::create)
        .and_then(RulesetCreated::restrict_self);
    confined.is_ok_and(|status| status.ruleset == RulesetStatus::FullyEnforced)
}

/// True if [`restrict_writing`] restricts anything. Before Linux 5.19, Landlock forbids all programs
/// to move a file to another folder.
pub(crate) fn restricts_writing() -> bool {
    let needed = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    needed.handle_access(AccessFs::Refer).is_ok()
}

/// Lets this process and its descendants, which are in a sandbox, write to its private folders and
/// to `folder`, if they own it, only: the mounts are read-only, but that does not cover named
/// pipes and sockets. Nothing is restricted where the kernel cannot do it.
pub(crate) fn restrict_writing(folder: &Path, owns_folder: bool) -> io::Result<()> {
    if !restricts_writing() {
        return Ok(());
    }
    let write = AccessFs::from_write(WANTED);
    let enforce = || -> Result<(), Error> {
        let mut rules = Ruleset::default().handle_access(write)?.create()?;
        // The root stays read-only.
        let folder = Some(folder).filter(|&folder| folder != Path::new("/"));
        if let Some(folder) = folder.filter(|_| owns_folder) {
            rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, write))?;
        }
        // A private `/dev` has devices and `shm` only.
        for path in ["/tmp", "/dev", "/run"] {
            // The folder of the program covers those below it.
            let is_covered = |path: PathBuf| folder.is_some_and(|folder| path.starts_with(folder));
            if fs::canonicalize(path).is_ok_and(|path| !is_covered(path)) {
                rules = rules.add_rule(PathBeneath::new(PathFd::new(path)?, write))?;
            }
        }
        rules.restrict_self()?;
        Ok(())
    };
    enforce().map_err(io::Error::other)
}

/// Lets this process and its descendants write to `folder` or nowhere, use no port, and signal
/// each other only, and filters their system calls.
pub(crate) fn restrict(folder: Option<&Path>) -> io::Result<()> {
    let write = AccessFs::from_write(WANTED);
    let enforced = enforce(folder, write).map_err(io::Error::other)?;
    if enforced == RulesetStatus::NotEnforced {
        return Err(io::Error::other("the kernel has no Landlock, or it is not active"));
    }
    system_calls::restrict(Level::Landlock)
}

fn enforce(folder: Option<&Path>, write: BitFlags<AccessFs>) -> Result<RulesetStatus, Error> {
    let mut rules = Ruleset::default()
        .handle_access(write)?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?;
    if let Some(folder) = folder {
        rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, write))?;
    }
    for device in DEVICES {
        if let Ok(device) = PathFd::new(Path::new("/dev").join(device)) {
            rules = rules.add_rule(PathBeneath::new(device, AccessFs::WriteFile))?;
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}

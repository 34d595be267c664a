//! Landlock: the kernel refuses this process and its descendants to write elsewhere.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use crate::isolation::system_calls;

/// The version of Landlock whose restrictions are asked for. An older kernel enforces those that it
/// knows: writing since 5.13, TCP since 6.7, signals and abstract sockets since 6.12.
const WANTED: ABI = ABI::V6;

/// Devices that every program may write to.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random"];

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

/// Lets this process and its descendants write to `folder` or nowhere, use no TCP port, and signal
/// each other only, and filters their system calls.
pub(crate) fn restrict(folder: Option<&Path>) -> io::Result<()> {
    let write = AccessFs::from_write(WANTED);
    let enforced = enforce(folder, write).map_err(io::Error::other)?;
    if enforced == RulesetStatus::NotEnforced {
        return Err(io::Error::other("the kernel has no Landlock, or it is not active"));
    }
    system_calls::restrict()
}

fn enforce(
    folder: Option<&Path>,
    write: BitFlags<AccessFs>,
) -> Result<RulesetStatus, Box<dyn std::error::Error + Send + Sync>> {
    let mut rules = Ruleset::default()
        .handle_access(write)?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?;
    if let Some(folder) = folder {
        rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, write))?;
    }
    for device in DEVICES {
        if let Ok(device) = PathFd::new(device) {
            rules = rules.add_rule(PathBeneath::new(device, AccessFs::WriteFile))?;
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}

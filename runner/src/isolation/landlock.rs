//! Landlock: the kernel refuses this process and its descendants to write elsewhere.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope,
};

use crate::isolation::system_calls;

/// The version of Landlock whose restrictions are asked for. An older kernel enforces those that it
/// knows: writing since 5.13, TCP since 6.7, signals and abstract sockets since 6.12.
const WANTED: ABI = ABI::V6;

/// Devices that every program may write to.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random"];

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

//! `twinboard bridge`: the process between the command and an engine that speaks UCI, USI, GTP or
//! xboard. Hidden; started by the command itself, in the sandbox of the engine.

use std::ffi::OsString;
use std::io;

use clap::Args;
use twinboard_bridges::Protocol;

use crate::output::{Exit, Failure};
use crate::session::{Session, interrupt};

#[derive(Args)]
pub(crate) struct Bridge {
    #[arg(value_parser = protocol)]
    protocol: Protocol,
    #[arg(value_name = "RULESET")]
    rule_set: String,
    /// Option of the engine, or `go=…` for how a witness searches.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    #[arg(required = true, last = true)]
    command: Vec<OsString>,
}

fn protocol(text: &str) -> Result<Protocol, String> {
    Protocol::named(text).ok_or_else(|| "expected uci, usi, gtp or xboard".to_owned())
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(crate) fn run(options: Bridge, session: &Session) -> Result<Exit, Failure> {
    // Ctrl-C reaches all processes of a terminal; the command ends this one.
    interrupt::ignore();
    let Bridge { protocol, rule_set, set, command } = options;
    let (go, set): (Vec<_>, Vec<_>) = set.into_iter().partition(|(name, _)| name == "go");
    let go = go.into_iter().next().map(|(_, value)| value);
    let registration = session.registration(&rule_set);
    let bridge = registration.and_then(|it| it.bridge(protocol, command, set, go));
    let bridge = bridge.ok_or_else(|| usage!("{rule_set} is not played by {}", protocol.name()))?;
    bridge.serve(io::stdin(), io::stdout()).map_err(Failure::Usage)?;
    Ok(Exit::Success)
}

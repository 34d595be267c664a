//! What bridges and counts have in common in UCI and USI: options and positions.

use std::collections::BTreeMap;
use std::io;

use super::dialect;
use crate::dialect::{Fen, Protocol};
use crate::wire::{Pipe, Process, Wire};

/// Words of a line that refuses an option.
const REFUSALS: [&str; 4] = ["no such", "unknown", "invalid", "not supported"];

/// True for a line that refuses an option; a complaint of the `stop` of a search before is none.
fn is_refusal(line: &str) -> bool {
    let line = line.to_lowercase();
    REFUSALS.iter().any(|word| line.contains(word)) && !line.trim_end().ends_with("command: stop")
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Engine<P = Process> {
    pub(crate) wire: Wire<P>,
    pub(crate) dialect: Fen,
    /// The lines in which it offers its options.
    offered: Vec<String>,
    /// Options as they are set.
    set: BTreeMap<String, String>,
}

impl<P: Pipe> Engine<P> {
    pub(crate) fn new(wire: Wire<P>, dialect: Fen) -> Self {
        let wire = wire.in_words();
        Self { wire, dialect, offered: Vec::new(), set: BTreeMap::new() }
    }

    /// Begins the conversation and sets the options of the user; returns the name of the engine.
    pub(crate) fn begin(&mut self, options: &[(String, String)]) -> io::Result<String> {
        let word = self.dialect.protocol.name();
        self.wire.send(&format!("{word}\n"))?;
        let lines = self.wire.until(|line| line.trim().strip_suffix("ok") == Some(word))?;
        let name = lines.iter().find_map(|line| line.trim().strip_prefix("id name "));
        let name = name.unwrap_or("an engine without a name").to_owned();
        self.offered = lines.into_iter().filter(|line| line.starts_with("option ")).collect();
        self.ready()?;
        for (name, value) in options {
            self.demand(name, value)?;
        }
        Ok(name)
    }

    /// Sets the options that games from a set-up need.
    pub(crate) fn demand_for(&mut self, setup: &str) -> io::Result<()> {
        for (name, value) in (self.dialect.options)(setup) {
            if value != "false" || self.offers(name) {
                self.demand(name, value)?;
            }
        }
        Ok(())
    }

    /// Waits until the engine has done all before; returns what it printed.
    fn ready(&mut self) -> io::Result<Vec<String>> {
        self.wire.send("isready\n")?;
        self.wire.until(|line| line.trim() == "readyok")
    }

    pub(crate) fn offers(&self, option: &str) -> bool {
        let name = format!("option name {option} ").to_ascii_lowercase();
        self.offered.iter().any(|line| line.to_ascii_lowercase().starts_with(&name))
    }

    pub(crate) fn is_set(&self, option: &str) -> bool {
        self.set.contains_key(option)
    }

    /// The largest value of an option; `None` if there is no such option.
    pub(crate) fn max_of(&self, option: &str) -> Option<i64> {
        dialect::max_of(&self.offered, option)
    }

    /// Sets an option that must be there.
    pub(crate) fn demand(&mut self, name: &str, value: &str) -> io::Result<()> {
        let refused = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
        dialect::check_option(&self.offered, name, value).map_err(refused)?;
        self.wire.send(&format!("setoption name {name} value {value}\n"))?;
        let said = self.ready()?;
        if let Some(line) = said.iter().find(|line| is_refusal(line)) {
            let why = format!("the engine refuses {name}={value}: `{}`", line.trim());
            return Err(refused(why));
        }
        self.set.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    /// The argument of `position`. Options that the set-up needs are sent before.
    pub(crate) fn prepare(&mut self, setup: &str, moves: &[String]) -> io::Result<String> {
        let mut orders = String::new();
        for (name, value) in (self.dialect.options)(setup) {
            if self.set.get(name).map(String::as_str) != Some(value) && self.offers(name) {
                orders.extend(["setoption name ", name, " value ", value, "\n"]);
                self.set.insert(name.to_owned(), value.to_owned());
            }
        }
        if !orders.is_empty() {
            self.wire.send(&orders)?;
        }
        let kind = if self.dialect.protocol == Protocol::Usi { "sfen" } else { "fen" };
        let setup = self.dialect.set_up(setup);
        let moves: String =
            moves.iter().map(|mv| format!(" {}", (self.dialect.write_move)(mv.trim()))).collect();
        let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
        Ok(format!("{kind} {setup}{moves}"))
    }
}

#[cfg(test)]
mod tests {
    use super::is_refusal;

    #[test]
    fn a_complaint_of_stop_refuses_no_option() {
        assert!(is_refusal("No such option: MultiPV"));
        assert!(is_refusal("Unknown command: setoption"));
        assert!(!is_refusal("Unknown command: stop"));
    }
}

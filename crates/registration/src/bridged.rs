//! Engines of published protocols, behind a bridge (`twinboard-bridges`).

use std::ffi::OsString;

use twinboard_bridges::{Bridge, Dialect, Protocol};
use twinboard_harness::{RuleSet, TextRules};
use twinboard_vocabulary::text_game::AnyTextSide;

use crate::Registration;

/// What a bridge needs of a rule set in words.
#[derive(Clone, Debug)]
pub(crate) struct Bridged {
    oracle: AnyTextSide,
    starts: Vec<String>,
    dialects: Vec<Dialect>,
}

impl Bridged {
    pub(crate) fn of(rules: &TextRules) -> Self {
        let starts = rules.starts().iter().map(|start| start.as_str().to_owned()).collect();
        Self { oracle: rules.oracle().clone(), starts, dialects: Vec::new() }
    }
}

impl Registration {
    /// Adds the forms of this game in published protocols: engines that speak them are named as they
    /// are, as in `--engine uci:stockfish`.
    ///
    /// # Panics
    ///
    /// If the rule set is not in words ([`text`](Self::text)).
    #[must_use]
    pub fn dialects(mut self, dialects: impl IntoIterator<Item = Dialect>) -> Self {
        let bridged = self.bridged.as_mut().expect("dialects are of rule sets in words");
        bridged.dialects.extend(dialects);
        self
    }

    /// The protocols in which engines can play this rule set.
    pub fn protocols(&self) -> impl Iterator<Item = Protocol> {
        self.bridged.iter().flat_map(|it| it.dialects.iter().map(Dialect::protocol))
    }

    /// The first form of this game in a protocol.
    #[must_use]
    pub fn dialect(&self, protocol: Protocol) -> Option<Dialect> {
        let mut dialects = self.bridged.iter().flat_map(|it| it.dialects.iter());
        dialects.find(|dialect| dialect.protocol() == protocol).copied()
    }

    /// The bridge to an engine with this command; `None` if the rule set has no dialect of the
    /// protocol. `options` are set in the engine; `go` is how it searches as a witness.
    #[must_use]
    pub fn bridge(
        &self,
        protocol: Protocol,
        command: Vec<OsString>,
        options: Vec<(String, String)>,
        go: Option<String>,
    ) -> Option<Bridge> {
        let Bridged { oracle, starts, dialects } = self.bridged.as_ref()?;
        let speaks = |dialect: &&Dialect| dialect.protocol() == protocol;
        let dialects: Vec<Dialect> = dialects.iter().filter(speaks).copied().collect();
        let rule_set = self.name().to_owned();
        let (oracle, starts) = (oracle.clone(), starts.clone());
        let bridge = Bridge { rule_set, oracle, starts, dialects, command, options, go };
        (!bridge.dialects.is_empty()).then_some(bridge)
    }
}

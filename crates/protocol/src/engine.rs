//! The engine: an implementation whose games are played in other processes.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use twinboard_vocabulary::{CodeLine, ExactText, Implementation, Plays, SetupOf, Vocabulary};

use super::hello::Kind;
use crate::breach::{Breach, quote};
use crate::connect::{ConnectError, Connected};
use crate::connection::{Answer, Connection, unexpected};
use crate::game::RemoteGame;
use crate::hello::{Hello, Offer};
use crate::shared::Shared;
use crate::words::read_number;

/// An engine in another process. It keeps one process for each thread that plays.
///
/// `O` is the oracle of the rule set. It supplies what the engine does not offer: effects of moves,
/// reasons of refusals, legal moves, positions, outcomes (EP-12). These are then equal on both
/// sides, and so not compared.
pub struct Engine<V: Vocabulary, O> {
    pub(crate) shared: Arc<Shared<V, O>>,
}

impl<V: Vocabulary, O> fmt::Debug for Engine<V, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("hello", &self.shared.hello).finish_non_exhaustive()
    }
}

impl<V: Vocabulary, O: Plays<V>> Engine<V, O> {
    /// The engine that plays in this process, and in others that it starts. `starts` are the set-ups
    /// with which games of the rule set begin, if it names any.
    ///
    /// # Errors
    ///
    /// If it plays another rule set than that of this name.
    pub fn new(
        connected: Connected,
        rule_set: &'static str,
        texts: &'static dyn ExactText<V>,
        oracle: Arc<O>,
        starts: &[SetupOf<V>],
    ) -> Result<Self, ConnectError> {
        Ok(Self { shared: Arc::new(Shared::new(connected, rule_set, texts, oracle, starts)?) })
    }

    /// Checks the names of the declared limits (EP-13), with any set-up.
    ///
    /// # Errors
    ///
    /// If the set-up has no quantity of such a name.
    pub fn check_limits(&self, setup: &SetupOf<V>) -> Result<(), ConnectError> {
        let checked = self.shared.setups.check(setup);
        checked.map_err(|breach| ConnectError::Breach(Box::new(breach)))
    }

    /// The variants of the rule set that the engine does not name, and that only some set-ups do: it
    /// gets none of these set-ups (EP-13).
    #[must_use]
    pub fn variants_left_out(&self) -> &BTreeSet<String> {
        &self.shared.setups.left_out
    }

    /// The handshake.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.shared.hello
    }

    /// The optional request that takes more than half of the time in the engine's functions, and its
    /// share; `None` if there is none, or the engine does not offer `time` (EP-30).
    #[must_use]
    pub fn costly_offer(&self) -> Option<(Offer, f64)> {
        let times = self.shared.times();
        let all: u64 = times.values().sum();
        let optional = Offer::all().filter(|offer| !Offer::USUAL.contains(offer));
        let mut shares = optional
            .map(|offer| (offer, *times.get(offer.name()).unwrap_or(&0) as f64 / all as f64));
        shares.find(|(_, share)| *share > 0.5)
    }

    /// Ends the processes that play no game. A later game starts another one.
    pub fn end_idle(&self) {
        self.shared.end_idle();
    }
}

impl<V: Vocabulary, O: Plays<V>> Implementation for Engine<V, O> {
    type Game = RemoteGame<V, O>;

    fn set_up(&self, setup: &SetupOf<V>) -> Option<RemoteGame<V, O>> {
        let shared = &self.shared;
        if !shared.setups.contain(setup) {
            return None;
        }
        let filler = if shared.needs_oracle() { Some(shared.oracle.set_up(setup)?) } else { None };
        let process = shared.process().unwrap_or_else(|breach| breach.raise());
        let mut game = RemoteGame::new(Arc::clone(shared), process, filler);
        let begun = game.begin(&setup.to_string());
        game.checked(begun).then_some(game)
    }

    /// A set-up within the limits in place of one that is not: a similar one if the rule set knows
    /// how, else a start.
    fn adapt(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>> {
        let setups = &self.shared.setups;
        if setups.contain(setup) { None } else { setups.in_place_of(setup, &*self.shared.oracle) }
    }

    /// The places that EP-36 reports, over all processes of the engine.
    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool {
        self.shared.take_coverage(visit).unwrap_or_else(|breach| breach.raise())
    }

    /// The lines that EP-37 reports, over all processes of the engine.
    fn code(&self) -> Vec<CodeLine> {
        self.shared.code().unwrap_or_else(|breach| breach.raise())
    }

    /// True for every set-up within the limits, if the engine declares any.
    fn accepts(&self, setup: &SetupOf<V>) -> bool {
        if self.shared.setups.are_declared() {
            self.shared.setups.contain(setup)
        } else {
            self.set_up(setup).is_some()
        }
    }
}

impl Connection {
    /// The lines of the engine's code, with the places that are known so far.
    pub(crate) fn functions(&mut self) -> Result<Vec<CodeLine>, Breach> {
        let request = self.request(Kind::Functions, |_| ());
        let answer = self.answer(request)?;
        read(&answer).map_err(|breach| self.close(breach))
    }
}

/// Reads an answer with lines such as `1f,20 game.py:57 Board.region`.
fn read(answer: &Answer) -> Result<Vec<CodeLine>, Breach> {
    if answer.head != format!("{} {}", Kind::Functions.name(), answer.count) {
        return Err(unexpected(Kind::Functions, &answer.head, "functions K"));
    }
    let lines = answer.lines.lines().map(|line| {
        read_line(line).ok_or_else(|| {
            let message = format!(
                "`{}` in the answer to functions is no line of code; expected PLACE[,PLACE…] WHERE \
                 [FUNCTION], with places in hexadecimal up to ffff, or `-` for none",
                quote(line.as_bytes())
            );
            Breach::new(Kind::Functions.clause(), message)
        })
    });
    lines.collect()
}

fn read_line(line: &str) -> Option<CodeLine> {
    let (places, rest) = line.split_once(' ')?;
    let (location, function) = rest.split_once(' ').unwrap_or((rest, ""));
    let read_place = |word: &str| read_number(word, 16)?.try_into().ok();
    let places = match places {
        "-" => Vec::new(),
        _ => places.split(',').map(read_place).collect::<Option<_>>()?,
    };
    let line = CodeLine { places, location: location.into(), function: function.into() };
    (!location.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::CodeLine;

    use super::read;
    use crate::connection::Answer;

    fn lines(lines: &str) -> Result<Vec<CodeLine>, String> {
        let count = lines.lines().count();
        let answer = Answer { head: format!("functions {count}"), lines: lines.into(), count };
        read(&answer).map_err(|breach| breach.to_string())
    }

    fn line(places: &[u16], location: &str, function: &str) -> CodeLine {
        CodeLine { places: places.into(), location: location.into(), function: function.into() }
    }

    #[test]
    fn lines_are_read_with_their_places_and_functions() {
        assert_eq!(lines(""), Ok(vec![]));
        let text = "0,ffff a.py:57 Game.play\n- 0x1f operator new(int, long)\n7 b:1\n";
        let all = [
            line(&[0, 0xffff], "a.py:57", "Game.play"),
            line(&[], "0x1f", "operator new(int, long)"),
            line(&[7], "b:1", ""),
        ];
        assert_eq!(lines(text), Ok(all.into()));
    }

    #[test]
    fn what_is_no_line_is_a_breach_of_its_clause() {
        for bad in ["", "1", "1 ", "10000 a:1 f", "1,, a:1", "-1 a:1", "x a:1", " 1 a:1", "1,- a:1"]
        {
            let message = lines(&format!("0 a:1 f\n{bad}\n")).unwrap_err();
            assert!(message.contains("no line of code") && message.contains("EP-37"), "{message}");
        }
    }
}

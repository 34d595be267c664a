//! Bridges: engines that speak UCI, USI, GTP or xboard, as engines of the engine protocol
//! (`docs/engine-protocol.md`).
//!
//! A bridge is a process between the harness and the engine. It asks the engine once what its
//! protocol can tell ([`Bridge::serve`]), offers that and nothing else, and says in one line what it
//! has found. A [`Dialect`] is what it must know of a game: how set-ups, moves and positions read.
//!
//! A [`Counter`] asks an engine of UCI or USI for the counts of `perft`, over the streams that it is
//! given ([`Pipe`]).
//!
//! An engine that lists no moves is a *witness*: it searches at each position, and the oracle judges
//! the moves that it names.

mod client;
mod counting;
mod dialect;
mod engine;
mod gtp;
mod server;
mod uci;
mod wire;
mod xboard;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitStatus;

use twinboard_vocabulary::text_game::AnyTextSide;

pub use counting::{CountRequest, Counter};
pub use dialect::{Dialect, DisputedField, Fen, Probe, Protocol, Stones, fields, first_line};
pub use wire::{Line, Pipe, without_number};

use client::{Client, Hello};
use wire::{Process, Wire};

/// Option of the bridge for GTP: the score of a game that is over is compared, as far as `final_score`
/// tells it.
const SCORE: &str = "score";

/// What a bridge needs to know.
#[derive(Debug)]
pub struct Bridge {
    /// Name of the rule set.
    pub rule_set: String,
    /// Its oracle: it tells whose turn it is and judges what a witness names.
    pub oracle: AnyTextSide,
    /// Set-ups with which games begin, the usual one first.
    pub starts: Vec<String>,
    /// The forms of the game in the protocol of the engine, of which the first that fits is used.
    pub dialects: Vec<Dialect>,
    /// The command of the engine.
    pub command: Vec<OsString>,
    /// Options of the engine that the user sets, by name.
    pub options: Vec<(String, String)>,
    /// How a witness searches, the argument of `go`; `None` makes an engine a witness only if it
    /// lists no moves.
    pub go: Option<String>,
}

impl Bridge {
    /// Starts the engine, asks what it can tell, and answers the requests of `input` until it ends.
    ///
    /// # Errors
    ///
    /// A sentence: the engine cannot be started, ends, breaks its protocol or has nothing that can
    /// be compared.
    pub fn serve(self, input: impl Read, output: impl Write) -> Result<(), String> {
        let rule_set = self.rule_set.clone();
        let oracle = self.oracle.clone();
        let (mut client, hello) = self.connect().map_err(|error| error.to_string())?;
        server::Server::new(rule_set, oracle, client.as_mut(), hello)
            .run(input, output)
            .map_err(|error| error.to_string())?;
        match client.process().quit() {
            Some(status) if has_crashed(status) => {
                Err(format!("the engine crashed at `quit`: {status}"))
            }
            _ => Ok(()),
        }
    }

    fn connect(self) -> io::Result<(Box<dyn Client>, Hello)> {
        let protocol = self.dialects.first().map(Dialect::protocol);
        let has_options = matches!(protocol, Some(Protocol::Uci | Protocol::Usi));
        let is_known = |(name, value): &(String, String)| {
            has_options || protocol == Some(Protocol::Gtp) && name == SCORE && value == "yes"
        };
        if self.go.is_some() && !has_options || !self.options.iter().all(is_known) {
            let message =
                "options and witnesses are for engines that speak UCI or USI; GTP has `score=yes`";
            return Err(io::Error::other(message));
        }
        match self.dialects.first() {
            Some(Dialect::Fen(dialect)) if dialect.protocol == Protocol::Xboard => {
                xboard::Xboard::connect(&self)
            }
            Some(Dialect::Fen(_)) => self.connect_uci(),
            Some(Dialect::Stones(dialect)) => gtp::Gtp::connect(*dialect, &self),
            None => Err(io::Error::other("the rule set has no dialect of this protocol")),
        }
    }

    /// The engine in the first dialect in which it lists the moves of the start; else in the first.
    fn connect_uci(&self) -> io::Result<(Box<dyn Client>, Hello)> {
        let fens = self.dialects.iter().filter_map(|dialect| match dialect {
            Dialect::Fen(fen) => Some(fen),
            Dialect::Stones(_) => None,
        });
        let start = client::Played::begin(&self.oracle, self.starts.first().map_or("", |it| it));
        let mut legal = start.legal();
        legal.sort_unstable();
        let mut first = None;
        for dialect in fens {
            let mut connected = uci::Uci::connect(*dialect, self);
            let fits = match &mut connected {
                Ok((client, hello)) if hello.moves => {
                    let mut listed = client.moves(&start)?;
                    listed.sort_unstable();
                    listed == legal
                }
                connected => connected.is_ok(),
            };
            if fits || self.dialects.len() == 1 {
                return connected;
            }
            first = first.or(Some(connected));
        }
        first.expect("there is a dialect")
    }

    /// Starts the engine.
    fn start(&self) -> io::Result<Wire> {
        Process::start(&self.command).map(Wire::new).map_err(|error| {
            let program = self.command[0].to_string_lossy();
            io::Error::new(error.kind(), format!("cannot start {program}: {error}"))
        })
    }
}

/// True if a signal has ended a process; exit codes are undefined in all protocols.
fn has_crashed(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::process::ExitStatusExt::signal(&status).is_some()
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}

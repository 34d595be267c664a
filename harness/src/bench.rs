//! Measuring how fast implementations are beside each other, for any rule set.
//!
//! A [`Workload`] is one task and the [`Contender`]s that do it. Times in nanoseconds change with
//! the machine and with what else it does; ratios travel. So all contenders are measured in one
//! process, by turns in small slices, in an order that rotates, on the same inputs: what slows the
//! machine down for a while slows all of them. Every round gives a ratio, and what is reported is
//! their median, with the quartiles.
//!
//! What is timed is the time of the processor on this thread, where the system tells it (see
//! [`clock`]); making the inputs is not timed.

pub mod clock;
pub mod horizon;
mod result;
mod run;

use std::fmt;
use std::sync::Arc;

use crate::activity::Side;
use crate::subject::{Played, Subject};

pub use result::{Line, Mean, Measured, Over, Spread};
pub use run::{Plan, run};

/// The workloads of a rule set.
#[derive(Debug)]
pub struct Suite {
    /// What is measured.
    pub workloads: Vec<Workload>,
    /// What there is to say of the results, by the rule set that knows what they mean. It is called
    /// with the results of all workloads in their order, each of one round at least.
    pub notes: fn(&[Measured]) -> Vec<Note>,
}

/// One task, and who does it.
///
/// A single contender without rivals is a workload too: its time is told and nothing is compared.
#[derive(Debug)]
pub struct Workload {
    /// What it is called, in words with hyphens.
    pub name: &'static str,
    /// What is done, in a line for people.
    pub about: &'static str,
    /// What the time is divided by, such as `move`.
    pub unit: &'static str,
    /// What consists of such units and is counted by the second, such as `game`.
    pub whole: &'static str,
    /// What is summed up over the wholes, for a look at whether all contenders do the same; in the
    /// order of [`Done::sums`].
    pub sums: &'static [&'static str],
    /// Who does it. The first is the one that is to be fast.
    pub contenders: Vec<Contender>,
}

/// What a contender is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It is measured; nobody is compared with it.
    Rival,
    /// It is measured, and all others are compared with it.
    Yardstick,
    /// It does a part of the work that all others do as well. It is told which share of the time of
    /// the first contender that is.
    Part,
}

/// Inputs that are ready, and the work on them.
pub type Work = Box<dyn FnMut() -> Done>;

/// One of those that do the same work.
pub struct Contender {
    /// What it is called.
    pub name: &'static str,
    /// What it is there for.
    pub role: Role,
    prepare: Box<dyn Fn(u64) -> Work>,
}

impl Contender {
    /// A contender that makes its inputs from a seed and gives the work on them.
    ///
    /// One piece of work is to take between 10 µs and a few milliseconds; that of a yardstick may
    /// take longer, which leaves time for fewer rounds. Equal seeds must give all
    /// contenders equal inputs. Inputs should not come again with other seeds: processors learn
    /// them by heart.
    pub fn new<W>(name: &'static str, role: Role, prepare: impl Fn(u64) -> W + 'static) -> Self
    where
        W: FnMut() -> Done + 'static,
    {
        Self { name, role, prepare: Box::new(move |seed| Box::new(prepare(seed))) }
    }

    /// The work on the inputs of this seed.
    #[must_use]
    pub fn prepare(&self, seed: u64) -> Work {
        (self.prepare)(seed)
    }
}

impl fmt::Debug for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Contender");
        shown.field("name", &self.name).field("role", &self.role).finish_non_exhaustive()
    }
}

/// What a piece of work did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// How many units.
    pub units: u64,
    /// How many wholes.
    pub wholes: u64,
    /// The sums over the wholes, in the order of [`Workload::sums`].
    pub sums: Vec<u64>,
    /// What else was done, as a number: contenders that do the very same work give the same. 0
    /// where they need not, because they are free to choose.
    pub checksum: u64,
}

impl Done {
    /// Adds what another piece of work did.
    pub fn add(&mut self, other: &Self) {
        self.units += other.units;
        self.wholes += other.wholes;
        self.sums.resize(self.sums.len().max(other.sums.len()), 0);
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        self.checksum = self.checksum.wrapping_add(other.checksum);
    }
}

/// Games of one piece of work of [`random_games`].
const GAMES: usize = 4;

/// The workload of a rule set that brings none: uniformly random games of both sides, from set-ups
/// as campaigns draw them.
#[must_use]
pub fn random_games(subject: &Arc<dyn Subject>) -> Suite {
    let contender = |name, role, side| {
        let subject = Arc::clone(subject);
        Contender::new(name, role, move |seed| {
            let subject = Arc::clone(&subject);
            move || {
                let Played { games, moves } = subject.random_games(side, seed, GAMES);
                Done { units: moves, wholes: games, sums: Vec::new(), checksum: 0 }
            }
        })
    };
    let workload = Workload {
        name: "random-games",
        about: "uniformly random games from set-ups as campaigns draw them, set up included",
        unit: "move",
        whole: "game",
        sums: &[],
        contenders: vec![
            contender("engine", Role::Rival, Side::Engine),
            contender("oracle", Role::Yardstick, Side::Oracle),
        ],
    };
    Suite { workloads: vec![workload], notes: |_| Vec::new() }
}

/// Something to be said of results.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Note {
    /// What it is called, for machines.
    pub name: &'static str,
    /// The figure.
    pub value: f64,
    /// What the figure counts.
    pub unit: &'static str,
    /// A sentence for people, with the figure.
    pub text: String,
}

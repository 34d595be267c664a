//! Tasks and their contenders.

use std::fmt;

/// A task and its contenders.
///
/// A single contender is a workload too: its time is reported and nothing is compared.
#[derive(Debug)]
pub struct Workload {
    /// Name in lower-case words with hyphens.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Noun of the unit of work, such as `move`: times are given per unit.
    pub unit: &'static str,
    /// Noun of the larger piece that consists of units, such as `game`: rates are given in wholes
    /// per second.
    pub whole: &'static str,
    /// Names of the quantities summed over the wholes, in the order of [`Done::sums`]; their means
    /// show if all contenders do the same work.
    pub sums: &'static [&'static str],
    /// The implementations. The first one is the one under test.
    pub contenders: Vec<Contender>,
}

/// Part of a contender in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Measured and compared with the yardsticks.
    Rival,
    /// Baseline: all contenders except parts are compared with it.
    Yardstick,
    /// Does a part of the work of the other contenders. Its time is reported as a share of the time
    /// of the first contender.
    Part,
}

/// Work on inputs that are ready; a call is the timed part.
pub type Work = Box<dyn FnMut() -> Done>;

/// An implementation that does the task of a workload.
pub struct Contender {
    /// Name in the report, unique within the workload.
    pub name: &'static str,
    /// Part in the comparison.
    pub role: Role,
    prepare: Box<dyn Fn(u64) -> Work>,
}

impl Contender {
    /// A contender whose `prepare` makes the inputs of a seed, untimed, and returns the work on
    /// them.
    ///
    /// A piece of work should take between 10 µs and a few milliseconds; that of a yardstick may
    /// take longer, which leaves time for fewer rounds. Equal seeds must give all contenders equal
    /// inputs. Different seeds should give different inputs, because branch predictors learn inputs
    /// that recur.
    pub fn new<W>(name: &'static str, role: Role, prepare: impl Fn(u64) -> W + 'static) -> Self
    where
        W: FnMut() -> Done + 'static,
    {
        Self { name, role, prepare: Box::new(move |seed| Box::new(prepare(seed))) }
    }

    /// Makes the inputs of this seed and returns the work on them.
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

/// Amount of work that was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Number of units.
    pub units: u64,
    /// Number of wholes.
    pub wholes: u64,
    /// The sums over the wholes, in the order of [`Workload::sums`].
    pub sums: Vec<u64>,
    /// Checksum of the results, equal for contenders that must do identical work; 0 where
    /// contenders may choose differently.
    pub checksum: u64,
}

impl Done {
    /// Adds the amount of another piece of work.
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

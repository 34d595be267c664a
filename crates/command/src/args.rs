//! Options that several commands share.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Command, value_parser};
use twinboard_harness::Side;

use crate::output::results::Results;

pub(crate) mod known;
pub(crate) mod needs;
pub(crate) mod parameters;
pub(crate) mod paths;

#[derive(Args)]
pub(crate) struct Threads {
    /// Number of worker threads [default: number of CPUs].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn count(&self) -> usize {
        or_cpus(self.threads)
    }
}

/// The given number, or the number of CPUs that this process may use.
pub(crate) fn or_cpus(count: Option<u16>) -> usize {
    let cpus = || thread::available_parallelism().map_or(1, usize::from);
    count.map_or_else(cpus, usize::from)
}

/// Exclusive limit of random seeds: they are copied by hand.
const SEEDS: u64 = 1_000_000;

/// A seed of at most six digits, for a command to which none is given.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}

/// Options of all commands that play cases and report what fails.
#[derive(Args)]
pub(crate) struct Reporting {
    /// Folder in which failing cases are saved.
    #[arg(long, value_name = "DIR", default_value = "twinboard-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) results: Results,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
    /// Time limit for shrinking a failing case; `twinboard shrink` goes on.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "15s")]
    pub(crate) shrink_time: Duration,
}

#[derive(Args)]
pub(crate) struct StepLimit {
    /// Time limit for a single step; a side that exceeds it, or computes for two fifths of it without
    /// progress, is reported as hung.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) step_limit: Duration,
}

pub(crate) fn side() -> impl TypedValueParser<Value = Side> {
    let of_name = |name: String| if name == "oracle" { Side::Oracle } else { Side::Engine };
    PossibleValuesParser::new(["engine", "oracle"]).map(of_name)
}

/// Parses a time with units, such as `1m 30s` or `250ms`, or a number of seconds, such as `0.05`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let is_number = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = number.parse().ok().filter(|_| is_number);
    let time = match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(seconds) => seconds,
        None => humantime::parse_duration(text)
            .map_err(|_| "expected a time such as 90s, 5m or 1h".to_owned())?,
    };
    if time.is_zero() { Err("expected a time above 0".into()) } else { Ok(time) }
}

/// The exit codes, for the help of each command.
const EXIT_CODES: &str = "\
Exit codes:
  0    done, and no failure was found
  1    a divergence was found, or a check failed
  2    bad usage or input, or nothing was compared
  3    undecided: a limit ended the work before its answer
  130  ended by Ctrl-C before any of these; 143 by SIGTERM, 129 by SIGHUP";

/// Adds the exit codes to the help of a command and of those below it.
pub(crate) fn with_exit_codes(command: Command) -> Command {
    command.mut_subcommands(with_exit_codes).after_help(EXIT_CODES)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::duration;

    #[test]
    fn times_have_units_or_are_in_seconds() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("0.05"), Ok(Duration::from_millis(50)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        for wrong in ["0", "0.0", ".", "-1", "1e3", "inf", "NaN", "1.2.3", "1,5", ""] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(duration("soon").is_err());
    }
}

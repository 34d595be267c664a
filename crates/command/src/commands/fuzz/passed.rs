//! Options that the user passes to libFuzzer, after `--`.

use super::linked;
use crate::commands::checkout::{Checkout, Target};
use crate::output::{Failure, print_error_line};

/// Options of libFuzzer that would change where the processes of a target write, what they print, or
/// when they end.
const REFUSED: [&str; 24] = [
    "artifact_prefix",
    "close_fd_mask",
    "cleanse_crash",
    "exact_artifact_path",
    "fork",
    "handle_abrt",
    "help",
    "ignore_crashes",
    "ignore_ooms",
    "ignore_timeouts",
    "jobs",
    "max_total_time",
    "merge",
    "merge_control_file",
    "merge_inner",
    "minimize_crash",
    "minimize_crash_internal_step",
    "print_final_stats",
    "run_equivalence_server",
    "seed",
    "set_cover_merge",
    "timeout",
    "verbosity",
    "workers",
];

/// Fails if an argument is no option of libFuzzer, or one that the command sets itself.
pub(super) fn check(arguments: &[String]) -> Result<(), Failure> {
    for argument in arguments {
        let Some((name, _)) = argument.strip_prefix('-').and_then(|it| it.split_once('=')) else {
            return Err(Failure::Usage(format!(
                "{argument}: after -- come options of libFuzzer, such as -rss_limit_mb=4096; inputs are \
                 those of the corpus (--merge adds others)"
            )));
        };
        if REFUSED.contains(&name) {
            return Err(Failure::Usage(format!(
                "-{name} is set by this command, with --time, --jobs, --seed, --step-limit, \
                 --working and --merge"
            )));
        }
    }
    Ok(())
}

/// Warns of inputs that libFuzzer cuts off at the user's `-max_len`: the rest is another case or none.
pub(super) fn warn_of_cut(arguments: &[String], checkout: &Checkout, targets: &[Target]) {
    let length = |it: &String| it.strip_prefix("-max_len=")?.parse::<u64>().ok();
    let Some(length_max) = arguments.iter().filter_map(length).next_back().filter(|&max| max > 0)
    else {
        return;
    };
    for target in targets {
        let working = linked::names(&checkout.working_corpus(target)).unwrap_or_default();
        let inputs = checkout.files_checked_in(target).into_iter().chain(working);
        let lengths: Vec<u64> =
            inputs.filter_map(|path| Some(path.metadata().ok()?.len())).collect();
        let cut = lengths.iter().filter(|&&length| length > length_max).count() as u64;
        if cut > 0 {
            print_error_line(format!(
                "warning: {}: -max_len={length_max} cuts off {cut} of the {} inputs in its corpus",
                target.name,
                lengths.len()
            ));
        }
    }
}

/// The option that libFuzzer does not know, by a line of its output: it ignores such options.
pub(super) fn unknown(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("WARNING: unrecognized flag '")?;
    rest.split_once('\'').map(|(option, _)| option)
}

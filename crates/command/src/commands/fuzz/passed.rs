//! Options that the user passes to libFuzzer, after `--`.
//!
//! The command starts several processes per target, reads their output, and needs to know where they
//! write. Options that change this are refused with the option of the command that does the same.

use super::keep;
use crate::commands::checkout::{Checkout, Target};
use crate::output::{Failure, print_error_line};

/// Options of libFuzzer that are the command's, each with what to do instead.
const REFUSED: [(&str, &str); 24] = [
    ("artifact_prefix", "--working sets the folder of failing inputs"),
    ("exact_artifact_path", "--working sets the folder of failing inputs"),
    ("max_total_time", "use --time"),
    ("seed", "use --seed"),
    ("timeout", "use --step-limit"),
    ("jobs", "use --jobs"),
    ("workers", "use --jobs"),
    ("fork", "use --jobs"),
    ("merge", "use --merge"),
    ("merge_inner", "use --merge"),
    ("merge_control_file", "use --merge"),
    ("set_cover_merge", "use --merge"),
    ("minimize_crash", "the command shrinks what it finds"),
    ("minimize_crash_internal_step", "the command shrinks what it finds"),
    ("cleanse_crash", "the command shrinks what it finds"),
    ("ignore_crashes", "a target ends at its first failing input"),
    ("ignore_ooms", "a target ends at its first failing input"),
    ("ignore_timeouts", "a target ends at its first failing input"),
    ("handle_abrt", "a divergence ends the target by this signal"),
    ("close_fd_mask", "the command reads the output"),
    ("verbosity", "the command reads the output"),
    ("print_final_stats", "the command reads the output"),
    ("help", "run the target itself: cargo fuzz run -s none TARGET -- -help=1"),
    ("run_equivalence_server", "the target must fuzz"),
];

/// Fails if an argument is no option of libFuzzer, or one that the command needs for itself.
pub(super) fn check(arguments: &[String]) -> Result<(), Failure> {
    for argument in arguments {
        let Some((name, _)) = argument.strip_prefix('-').and_then(|it| it.split_once('=')) else {
            return Err(Failure::Usage(format!(
                "{argument}: after -- come options of libFuzzer, such as -rss_limit_mb=4096; inputs are \
                 those of the corpus (--merge adds others)"
            )));
        };
        if let Some((_, instead)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            return Err(Failure::Usage(format!("-{name} is set by this command: {instead}")));
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
        let working = keep::names(&checkout.working_corpus(target)).unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use super::{check, unknown};
    use crate::output::Failure;

    fn refusal(argument: &str) -> Option<String> {
        match check(&["-max_len=9".into(), argument.into()]) {
            Ok(()) => None,
            Err(Failure::Usage(message)) => Some(message),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn options_that_the_command_needs_are_refused_with_its_own() {
        for argument in ["-runs=5", "-dict=words", "-len_control=0", "-rss_limit_mb=512"] {
            assert_eq!(refusal(argument), None, "{argument}");
        }
        assert_eq!(refusal("-fork=2").as_deref(), Some("-fork is set by this command: use --jobs"));
        for argument in ["corpus", "-x", "--max_len=9x", "-"] {
            let message = refusal(argument);
            let is_expected =
                message.as_ref().is_some_and(|it| it.contains("options of libFuzzer"));
            assert!(is_expected || argument.starts_with("--"), "{argument}: {message:?}");
        }
    }

    #[test]
    fn an_option_that_libfuzzer_ignores_is_found_in_its_output() {
        let line = "WARNING: unrecognized flag '-max_length=9'; use -help=1 to list all flags";
        assert_eq!(unknown(line), Some("-max_length=9"));
        assert_eq!(unknown("#2 INITED cov: 3"), None);
    }
}

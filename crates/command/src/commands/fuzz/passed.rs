//! Options that the user passes to libFuzzer, after `--`.

use crate::output::Failure;

/// Options of libFuzzer after which its processes would do other work, or write findings where they
/// are not looked for.
const REFUSED: [&str; 8] = [
    "artifact_prefix",
    "close_fd_mask",
    "exact_artifact_path",
    "fork",
    "help",
    "jobs",
    "merge",
    "minimize_crash",
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
                "-{name} is left to this command (--jobs, --working, --merge)"
            )));
        }
    }
    Ok(())
}

/// The option that libFuzzer does not know, by a line of its output: it ignores such options.
pub(super) fn unknown(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("WARNING: unrecognized flag '")?;
    rest.split_once('\'').map(|(option, _)| option)
}

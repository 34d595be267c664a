//! Files that an output may replace: those of its own kind, as an earlier run has left them.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::output::text::shown;
use crate::output::{Failure, files};

/// The kinds of files that are written at paths that the user chose. All but cases are known by
/// their first bytes, which are the same in all versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Json,
    JUnit,
    Transcript,
    Page,
    Case,
}

/// Bytes at the beginning of a file by which its kind is known.
const BEGIN: u64 = 512;

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON results",
            Self::JUnit => "JUnit XML",
            Self::Transcript => "a transcript",
            Self::Page => "a page",
            Self::Case => "a case",
        }
    }

    /// True if a file of this kind begins like that.
    fn has_begin(self, begin: &str) -> bool {
        let (start, later) = match self {
            Self::Json => ("{\n  \"version\": ", "\n  \"document\": \""),
            Self::JUnit => {
                ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"twinboard ", "")
            }
            Self::Transcript => ("1 > 1 hello ", ""),
            Self::Page => ("<!doctype html>\n", "; script-src 'sha256-"),
            Self::Case => return false,
        };
        begin.starts_with(start) && begin.contains(later)
    }
}

/// Fails if the output of `option` would replace a file of another kind. What is no plain file, such
/// as a pipe or a device, is written to and not replaced. `is_case` is true of a text that is a case
/// of a rule set.
pub(crate) fn check(
    option: &str,
    path: &Path,
    kind: Kind,
    is_case: &dyn Fn(&[u8]) -> bool,
) -> Result<(), Failure> {
    let is_replaced = path.metadata().is_ok_and(|found| found.is_file() && found.len() > 0);
    if files::is_standard_stream(path) || files::is_standard_device(path) || !is_replaced {
        return Ok(());
    }
    let limit = if kind == Kind::Case { files::CASE_FILE_MAX } else { BEGIN };
    let mut text = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut text));
    let is_own = match kind {
        Kind::Case => is_case(&text),
        _ => kind.has_begin(&String::from_utf8_lossy(&text)),
    };
    if read.is_ok() && is_own {
        return Ok(());
    }
    let (path, kind) = (shown(path), kind.name());
    Err(Failure::Usage(format!(
        "{option}: {path} exists and is not {kind} of this program, so it is not overwritten; choose \
         another file"
    )))
}

#[cfg(test)]
mod tests {
    use super::Kind;

    /// Files of older versions are replaced too, so a change here needs both beginnings in
    /// [`Kind::has_begin`].
    #[test]
    fn each_kind_is_known_by_its_beginning() {
        let begins = [
            (Kind::Json, "{\n  \"version\": 1,\n  \"document\": \"verify\",\n"),
            (
                Kind::JUnit,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"twinboard verify\" tests",
            ),
            (Kind::Transcript, "1 > 1 hello 1\n1 < 1 hello 4\n"),
        ];
        for (kind, begin) in begins {
            assert!(kind.has_begin(begin), "{kind:?}");
            for (other, _) in begins.iter().filter(|(other, _)| *other != kind) {
                assert!(!other.has_begin(begin), "{kind:?} is no {other:?}");
            }
        }
    }
}

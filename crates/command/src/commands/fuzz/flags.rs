//! Compiler flags of the user, which stay beside those that measure coverage.
//!
//! Cargo takes flags from a single place: the first of `CARGO_ENCODED_RUSTFLAGS`, `RUSTFLAGS`, and
//! its configuration. The targets' own flags are passed in the environment, so those of a
//! configuration are lost, and the command says so.

use std::env;
use std::path::{Path, PathBuf};

use toml::Value;

use crate::commands::checkout;
use crate::output::text::{argument, shown};

const ENCODED: &str = "CARGO_ENCODED_RUSTFLAGS";
const PLAIN: &str = "RUSTFLAGS";

/// The flags in the environment; `None` if it has none, so that cargo would read its configuration.
pub(super) fn given() -> Option<Vec<String>> {
    let value = |name| env::var(name).ok();
    of_variables(value(ENCODED).as_deref(), value(PLAIN).as_deref())
}

/// Cargo separates flags by this character in one variable and by blanks in the other. An empty
/// variable hides the next one.
fn of_variables(encoded: Option<&str>, plain: Option<&str>) -> Option<Vec<String>> {
    let flags = match (encoded, plain) {
        (Some(encoded), _) => encoded.split('\u{1f}').collect::<Vec<_>>(),
        (None, Some(plain)) => plain.split_whitespace().collect(),
        (None, None) => return None,
    };
    Some(flags.into_iter().filter(|flag| !flag.is_empty()).map(str::to_owned).collect())
}

/// A warning about flags in the configuration of cargo, which targets in this folder do not get.
pub(super) fn lost(folder: &Path) -> Option<String> {
    if given().is_some() {
        // Ordinary builds do not get them either.
        return None;
    }
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let folders = folder.ancestors().map(|folder| folder.join(".cargo")).chain(home);
    let mut files = folders.flat_map(|folder| ["config.toml", "config"].map(|it| folder.join(it)));
    let (path, flags) = files.find_map(|path| {
        let flags = flags_of(&checkout::read(&path)?)?;
        Some((path, flags))
    })?;
    let (path, flags) = (shown(&path), argument(flags.join(" ")));
    Some(format!(
        "warning: the compiler flags of {path} are not used for fuzz targets, which have their own; \
         to keep them, set RUSTFLAGS={flags}"
    ))
}

/// The flags of a configuration: those of the build, and those of any target.
fn flags_of(table: &toml::Table) -> Option<Vec<String>> {
    let targets = table.get("target").and_then(Value::as_table);
    let targets = targets.into_iter().flat_map(|targets| targets.values());
    let tables = table.get("build").into_iter().chain(targets);
    let flags = tables.filter_map(|it| it.get("rustflags")).flat_map(|flags| match flags {
        Value::String(flags) => flags.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        Value::Array(flags) => flags.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    });
    let flags: Vec<String> = flags.collect();
    (!flags.is_empty()).then_some(flags)
}

#[cfg(test)]
mod tests {
    use super::{flags_of, of_variables};

    #[test]
    fn flags_come_from_the_variable_that_cargo_reads() {
        let flags = |encoded, plain| of_variables(encoded, plain).map(|flags| flags.join("|"));
        assert_eq!(flags(None, None), None);
        assert_eq!(flags(None, Some(" -g  -Copt-level=1 ")).as_deref(), Some("-g|-Copt-level=1"));
        let encoded = Some("--cfg\u{1f}name=\"a b\"");
        assert_eq!(flags(encoded, Some("-g")).as_deref(), Some("--cfg|name=\"a b\""));
        assert_eq!(flags(Some(""), Some("-g")).as_deref(), Some(""), "cargo reads none then");
    }

    #[test]
    fn flags_of_a_configuration_are_found() {
        let flags = |text: &str| flags_of(&text.parse().unwrap()).map(|flags| flags.join("|"));
        assert_eq!(flags("[build]\njobs = 2\n[target.x]\nlinker = 'lld'\n"), None);
        assert_eq!(flags("[build]\nrustflags = '-g -O'\n").as_deref(), Some("-g|-O"));
        let target = "[target.'cfg(unix)']\nrustflags = ['-C', 'target-cpu=native']\n";
        assert_eq!(flags(target).as_deref(), Some("-C|target-cpu=native"));
    }
}

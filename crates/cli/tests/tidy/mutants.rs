//! The names in `.cargo/mutants.toml`: a mutant of code that is gone excludes nothing. The workflow of
//! mutants compares the exclusions with the mutants themselves, columns included.

use std::collections::BTreeMap;
use std::fs;

use super::repository::{assert_none, files, paths, root};

/// Files, functions and operators in them that exclusions name and that are not there. `sources` are
/// texts by path.
fn stale(exclusions: &[&str], sources: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut found = Vec::new();
    for exclusion in exclusions {
        let Some((file, rest)) = exclusion.split_once(r"\.rs:") else {
            found.push(format!("{exclusion}: it names no file"));
            continue;
        };
        for path in alternatives(file).iter().map(|file| format!("{file}.rs")) {
            let Some(text) = sources.get(&*path) else {
                found.push(format!("{exclusion}: there is no {path}"));
                continue;
            };
            let replaced = rest.split_once(" replace ").and_then(|(_, it)| it.split_once(" -> "));
            let functions = rest.rsplit_once(" in ").or(replaced.map(|(it, _)| ("", it)));
            let functions = functions.map_or("", |(_, functions)| functions);
            let replaced = rest.split("replace ").filter_map(|it| Some(it.split_once(" with ")?.0));
            let operators: Vec<_> = replaced
                .map(|it| it.replace('\\', ""))
                .filter(|it| it.chars().all(|c| "+-*/%&|^<>=!".contains(c)))
                .collect();
            for function in alternatives(functions.trim_end_matches('$')) {
                let name = function.rsplit("::").next().unwrap_or_default();
                let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
                if !is_name || name.is_empty() {
                    continue;
                }
                let bodies = bodies(text, name);
                if bodies.is_empty() {
                    found.push(format!("{exclusion}: {path} has no function {name}"));
                } else if !operators.is_empty()
                    && !operators.iter().any(|it| bodies.iter().any(|body| body.contains(it)))
                {
                    found.push(format!("{exclusion}: {name} has no {}", operators.join(", ")));
                }
            }
        }
    }
    found
}

/// The functions of this name, as rustfmt indents them.
fn bodies<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let starts = ['(', '<'].map(|end| format!("fn {name}{end}"));
    let starts = starts.iter().flat_map(|start| text.match_indices(start));
    let bodies = starts.map(|(at, _)| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let indent = text[line..].len() - text[line..].trim_start().len();
        let end = format!("\n{}}}\n", " ".repeat(indent));
        text[line..].split(&end).next().unwrap_or_default()
    });
    bodies.collect()
}

/// The texts that a pattern with at most one group stands for: `a/(b|c)` is `a/b` and `a/c`.
fn alternatives(pattern: &str) -> Vec<String> {
    let group = pattern.split_once('(').and_then(|(before, rest)| {
        let (inside, behind) = rest.split_once(')')?;
        Some((before, inside, behind))
    });
    match group {
        Some((before, inside, behind)) => {
            inside.split('|').map(|part| format!("{before}{part}{behind}")).collect()
        }
        None => vec![pattern.to_owned()],
    }
}

#[test]
fn every_name_in_the_settings_of_cargo_mutants_exists() {
    let text = fs::read_to_string(root().join(".cargo/mutants.toml")).expect("it is there");
    let settings: toml::Table = text.parse().expect("cargo-mutants reads it");
    let list = |key: &str| -> Vec<&str> {
        let list = settings[key].as_array().expect("it is a list");
        list.iter().filter_map(toml::Value::as_str).collect()
    };
    let sources = files(".rs");
    let sources = sources.iter().map(|file| (&*file.path, &*file.text)).collect();
    let mut found = stale(&list("exclude_re"), &sources);
    let paths = paths();
    for glob in list("exclude_globs") {
        let folder = glob.trim_end_matches("**");
        if !paths.iter().any(|path| path.starts_with(folder)) {
            found.push(format!("{glob}: there is no such folder"));
        }
    }
    assert_none(&found);
}

#[test]
fn exclusions_of_code_that_is_gone_are_found() {
    let sources = BTreeMap::from([("a/src/b.rs", "fn one() {\n}\nfn two() {\n    a | b > c\n}\n")]);
    let right = [
        r"a/src/b\.rs:.* replace (\| with \^|\+ with \*) in Board::two$",
        r"a/src/b\.rs:\d+:(18|37): replace <= with <$",
        r"a/src/b\.rs:.* replace > with .* in .*::two$",
    ];
    assert_eq!(stale(&right, &sources), [""; 0]);
    for (wrong, count) in [
        (r"a/src/c\.rs:.*", 1),
        (r"a/src/(b|c)\.rs:.* replace > with >= in two$", 1),
        (r"a/src/b\.rs:.* replace > with >= in (three|Board::two|four)$", 2),
        (r"a/src/b\.rs:.* replace \| with \^ in (Board::one|two)$", 1),
        (r"a/src/b\.rs:.* replace Board::three -> bool with true$", 1),
        (r"replace < with <=", 1),
    ] {
        assert_eq!(stale(&[wrong], &sources).len(), count, "{wrong}");
    }
}

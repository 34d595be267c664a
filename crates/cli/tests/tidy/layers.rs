//! The layers of the harness, and the dependencies between its modules.

use std::collections::{BTreeMap, BTreeSet};

use super::repository::{SourceFile, assert_none, files};
use super::rust::code_of;

/// The layers, from the lowest. A module uses modules of its own layer and of those below.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "model",
        &[
            "case",
            "divergence",
            "move_policy",
            "guard",
            "judge",
            "listing",
            "mutate",
            "nim",
            "numbers",
            "pairing",
            "activity",
            "random",
            "rules",
            "shape",
            "shard",
            "shrink",
            "strategy",
        ],
    ),
    ("check", &["checks", "laws", "lockstep", "self_checks", "shares", "stats", "transformed"]),
    (
        "drive",
        &["bench", "bytes", "campaign", "exhaust", "inputs", "perft", "pool", "subject", "watch"],
    ),
    ("present", &["agree", "conclude", "fuzz", "telemetry", "report", "restyle"]),
];

/// The most modules in a dependency cycle.
const CIRCLE_MAX: usize = 3;

/// Dependencies of each module.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The names that follow `crate::`, in a group the first name of each part.
fn names_in_crate(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(parts_of(group).into_iter().map(first_word)),
            None => names.push(first_word(rest)),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The parts of a group, whose opening brace precedes the text.
fn parts_of(group: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' if depth > 0 => {}
            ',' | '}' => {
                parts.push(&group[begin..at]);
                begin = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    parts
}

/// The module that each name is re-exported from, in the root of a crate.
fn exports(root: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for statement in root.split(';') {
        let Some((_, path)) = statement.split_once("pub use ") else { continue };
        let Some((module, names)) = path.split_once("::") else { continue };
        let names = names.strip_prefix('{').map_or_else(|| vec![names], parts_of);
        let module = module.trim();
        exports.extend(names.into_iter().map(|name| (first_word(name).into(), module.into())));
    }
    exports
}

/// Dependencies between the modules of the crate in `folder`, by their names in its root, without
/// tests.
fn uses(folder: &str, files: &[SourceFile]) -> Uses {
    let sources: Vec<(&str, String)> = files
        .iter()
        .filter_map(|file| Some((file.path.strip_prefix(folder)?, &file.text)))
        .filter(|(path, _)| !path.ends_with("tests.rs"))
        .map(|(path, text)| {
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            (path, code_of(code))
        })
        .collect();
    let module_of = |path: &str| path.split(['/', '.']).next().unwrap_or_default().to_owned();
    let root = sources.iter().find(|(path, _)| *path == "lib.rs").expect("the root is there");
    let exports = exports(&root.1);
    let modules: BTreeSet<String> =
        sources.iter().map(|(path, _)| module_of(path)).filter(|module| module != "lib").collect();
    let mut uses: Uses = modules.iter().map(|module| (module.clone(), BTreeSet::new())).collect();
    for (path, code) in &sources {
        let module = module_of(path);
        let Some(entry) = uses.get_mut(&module) else { continue };
        let named = names_in_crate(code).into_iter().map(str::to_owned);
        let found = named.map(|name| exports.get(&name).cloned().unwrap_or(name));
        entry.extend(found.filter(|used| modules.contains(used) && *used != module));
    }
    uses
}

/// Modules without a layer, layers without their module, and uses of a higher layer.
fn against_the_layers(uses: &Uses, layers: &[(&str, &[&str])]) -> Vec<String> {
    let floor_of = |module: &str| layers.iter().position(|(_, all)| all.contains(&module));
    let mut faults = Vec::new();
    for (module, used) in uses {
        let Some(floor) = floor_of(module) else {
            faults.push(format!("`{module}` is in no layer"));
            continue;
        };
        for above in used.iter().filter(|used| floor_of(used).is_some_and(|other| other > floor)) {
            let (own, other) = (layers[floor].0, layers[floor_of(above).unwrap()].0);
            faults.push(format!("`{module}` ({own}) uses `{above}` ({other})"));
        }
    }
    let listed = layers.iter().flat_map(|(_, modules)| *modules);
    let missing = listed.filter(|module| !uses.contains_key(**module));
    faults.extend(missing.map(|module| format!("there is no module `{module}`")));
    faults
}

/// Dependency cycles of more than `most` modules, each once.
fn circles(uses: &Uses, most: usize) -> Vec<String> {
    let reached = |from: &str| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from.to_owned()];
        while let Some(module) = open.pop() {
            let new = uses[&module].iter().filter(|used| reached.insert((*used).clone()));
            open.extend(new.cloned());
        }
        reached
    };
    let all: BTreeMap<&str, BTreeSet<String>> =
        uses.keys().map(|module| (module.as_str(), reached(module))).collect();
    let circle_of = |module: &str| -> Vec<&str> {
        let back = all.keys().filter(|other| all[module].contains(**other));
        back.filter(|other| all[**other].contains(module)).copied().collect()
    };
    let circles: BTreeSet<Vec<&str>> = all.keys().map(|module| circle_of(module)).collect();
    let large = circles.into_iter().filter(|circle| circle.len() > most);
    large.map(|circle| format!("they use each other: {}", circle.join(", "))).collect()
}

#[test]
fn the_harness_uses_nothing_of_a_higher_layer() {
    assert_none(&against_the_layers(&uses("crates/harness/src/", &files(".rs")), LAYERS));
}

#[test]
fn no_circle_of_modules_in_the_harness_is_large() {
    assert_none(&circles(&uses("crates/harness/src/", &files(".rs")), CIRCLE_MAX));
}

fn source(path: &str, text: &str) -> SourceFile {
    SourceFile { path: format!("c/src/{path}"), text: text.into() }
}

#[test]
fn uses_are_seen_through_groups_and_exports_and_without_tests() {
    let all = [
        source("lib.rs", "mod a;\nmod b;\nmod c;\npub use b::{Bird, Bear};\npub use c::Cat;\n"),
        source("a.rs", "use crate::{Bear, c::{Cow, Cub}};\n#[cfg(test)]\nmod tests {\n crate::d }"),
        source("b.rs", "fn f() { crate::c::f() } // crate::a\n"),
        source("c/deep.rs", "use crate::Bird;\n"),
        source("c.rs", "mod deep;\nuse crate::c::deep;\n"),
        source("d.rs", ""),
    ];
    let uses = uses("c/src/", &all);
    let of = |module: &str| uses[module].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(of("a"), ["b", "c"]);
    assert_eq!(of("b"), ["c"]);
    assert_eq!(of("c"), ["b"]);
    assert!(of("d").is_empty());

    let layers: &[(&str, &[&str])] = &[("low", &["a", "b"]), ("high", &["c", "e"])];
    assert_eq!(
        against_the_layers(&uses, layers),
        [
            "`a` (low) uses `c` (high)",
            "`b` (low) uses `c` (high)",
            "`d` is in no layer",
            "there is no module `e`",
        ]
    );
    assert_eq!(circles(&uses, 1), ["they use each other: b, c"]);
    assert!(circles(&uses, 2).is_empty());
}

//! What is public in the engine: each function is called by a named test that compares it with the
//! oracle, or is the start of a game that is played in lockstep.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, ExprPath, ImplItem, Item, Visibility};

use super::repository::{SourceFile, assert_none, files};

/// A file, a function of it, and the public functions of the engine that it compares, by their types
/// or modules. It may call them through other functions of its file.
type Comparison = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const COMPARED: &[Comparison] = &[
    ("crates/games/src/samegame.rs", "pairing", &[("samegame::SameGame", "set_up")]),
    (
        "crates/games/src/samegame.rs",
        "registration",
        &[("samegame::BatchGame", "set_up"), ("samegame::ListedGame", "set_up")],
    ),
    ("crates/games/src/linkpop.rs", "pairing", &[("linkpop::LinkPop", "set_up")]),
    ("crates/games/src/paint.rs", "pairing", &[("paint::Paint", "set_up")]),
    (
        "crates/games/tests/samegame/batch.rs",
        "a_board_of_a_batch_and_the_oracle_agree_move_by_move",
        &[("samegame::BatchGame", "at"), ("samegame::Level", "is_available")],
    ),
    (
        "crates/games/tests/samegame/public.rs",
        "a_board_of_any_type_answers_as_the_oracle",
        &[
            (
                "samegame::Board",
                "cells_left cells_of columns_left from_fn from_grid from_position get group_at \
                 groups has_moves hash is_won occupied play remove sample_group validate",
            ),
            (
                "samegame::CellSet",
                "contains difference first insert intersection is_disjoint is_empty iter len nth \
                 of union",
            ),
            ("samegame::Group", "cells colour first size"),
            ("samegame::ListedBoard", "board groups new play"),
        ],
    ),
    (
        "crates/games/tests/samegame/public.rs",
        "the_lanes_of_a_batch_answer_as_the_oracle",
        &[
            ("samegame::Batch", "at board groups_at has_moves new play sample_groups set"),
            ("samegame::BatchGroups", "cells"),
            ("samegame::Level", "best"),
        ],
    ),
    (
        "crates/games/tests/samegame/public.rs",
        "totals_of_random_games_are_those_of_games_of_the_oracle",
        &[("samegame", "playouts playouts_at")],
    ),
    // Not a comparison: that `play` reads with it, which no answer shows.
    ("crates/games/src/samegame/text.rs", "of_judge", &[("samegame::Reader", "new")]),
    (
        "engine/tests/samegame_judge.rs",
        "usual_input_with_faults_reads_like_the_plain_reader",
        &[("samegame::Reader", "new")],
    ),
    (
        "crates/games/tests/linkpop/public.rs",
        "a_board_of_any_size_answers_as_the_oracle",
        &[(
            "linkpop::Board",
            "blocks_left choice columns from_setup get hash margin pop rows to_position \
                 validate visit_pops",
        )],
    ),
    (
        "crates/games/tests/paint/public.rs",
        "a_board_of_any_size_answers_as_the_oracle",
        &[
            ("paint::Area", "to_legal_move"),
            (
                "paint::Board",
                "advance alive ball check components count_all count_all_after count_areas \
                 from_position from_setup grow_area hash numbers outcome play reachable \
                 sample_area settle side to_move to_position undo usable validate value \
                 visit_areas",
            ),
            ("paint::Cells", "contains is_empty iter len one without"),
            ("paint::Rows", "rows"),
            ("paint::Word", "bits"),
        ],
    ),
];

/// The public functions that a source of the engine defines, each after its rule set and its type.
/// `path` is that of the source within `engine/src`.
fn public_functions(path: &str, source: &str) -> Vec<String> {
    let rule_set = path.split(['/', '.']).next().unwrap_or_default();
    let mut found = Vec::new();
    for item in syn::parse_file(source).expect("it compiles").items {
        match item {
            Item::Fn(function) if is_public(&function.vis) => {
                found.push(format!("{rule_set}::{}", function.sig.ident));
            }
            Item::Impl(block) if block.trait_.is_none() => {
                let syn::Type::Path(of) = &*block.self_ty else { continue };
                let of = &of.path.segments.last().expect("a path has a name").ident;
                for item in block.items {
                    match item {
                        ImplItem::Fn(function) if is_public(&function.vis) => {
                            found.push(format!("{rule_set}::{of}::{}", function.sig.ident));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// True for `pub`, not for `pub(crate)` and the like.
fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The names that a function or a constant calls or mentions as a value.
#[derive(Default)]
struct Mentions(BTreeSet<String>);

/// Expressions separated by commas.
type Arguments = syn::punctuated::Punctuated<Expr, syn::Token![,]>;

impl Visit<'_> for Mentions {
    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        self.0.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &ExprPath) {
        self.0.extend(path.path.segments.last().map(|segment| segment.ident.to_string()));
        visit::visit_expr_path(self, path);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        // The arguments of `assert!` and others, where they are expressions.
        if let Ok(arguments) = mac.parse_body_with(Arguments::parse_terminated) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}

/// The names that a function mentions, and the functions and constants of its file that it
/// mentions; `None` if there is no such function.
fn mentioned(source: &str, function: &str) -> Option<BTreeSet<String>> {
    let mut by_name: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for item in syn::parse_file(source).expect("it compiles").items {
        let mut mentions = Mentions::default();
        mentions.visit_item(&item);
        let name = match item {
            Item::Fn(function) => function.sig.ident.to_string(),
            Item::Const(constant) => constant.ident.to_string(),
            _ => continue,
        };
        by_name.insert(name, mentions.0);
    }
    let mut all = by_name.get(function)?.clone();
    loop {
        let more = all.iter().filter_map(|name| by_name.get(name)).flatten();
        let more: BTreeSet<String> = more.filter(|name| !all.contains(*name)).cloned().collect();
        if more.is_empty() {
            return Some(all);
        }
        all.extend(more);
    }
}

/// The functions of an entry, with the types or modules before their names.
fn functions(compared: &[(&str, &str)]) -> Vec<String> {
    let each = compared.iter().flat_map(|&(of, names)| names.split(' ').map(move |it| (of, it)));
    each.map(|(of, name)| format!("{of}::{name}")).collect()
}

/// Faults of the table: functions that it lacks, and those that are gone or not compared.
fn uncompared(public: &[String], compared: &[Comparison], sources: &[SourceFile]) -> Vec<String> {
    let in_table: BTreeSet<String> = compared.iter().flat_map(|it| functions(it.2)).collect();
    let lacks = public.iter().filter(|name| !in_table.contains(*name));
    let mut faults: Vec<String> = lacks
        .map(|name| format!("{name} is public, and no test of the table compares it"))
        .collect();
    for (path, test, compared) in compared {
        let source = sources.iter().find(|source| source.path == *path);
        let Some(mentioned) = source.and_then(|source| mentioned(&source.text, test)) else {
            faults.push(format!("{path} has no function {test}"));
            continue;
        };
        for function in functions(compared) {
            let name = function.rsplit("::").next().expect("a name");
            if !public.contains(&function) {
                faults.push(format!("{function} is not a public function of the engine"));
            } else if !mentioned.contains(name) {
                faults.push(format!("{path}: {test} does not call {function}"));
            }
        }
    }
    faults
}

#[test]
fn every_public_function_of_the_engine_is_compared_with_the_oracle() {
    let sources = files(".rs");
    let of_engine = sources.iter().filter_map(|source| {
        Some((source.path.strip_prefix("engine/src/")?, source.text.as_str()))
    });
    let public: Vec<String> =
        of_engine.flat_map(|(path, text)| public_functions(path, text)).collect();
    assert!(public.len() > 50, "only {} were found", public.len());
    assert_none(&uncompared(&public, COMPARED, &sources));
}

#[test]
fn functions_that_no_test_compares_are_found() {
    let engine = "impl Board { pub fn one(&self) {} fn own(&self) {} pub(super) fn two(&self) {} }
        impl Game for Board { fn play(&self) {} } #[cfg(test)] mod tests { pub fn helper() {} }
        pub const fn three() {}";
    let public = public_functions("game/board.rs", engine);
    assert_eq!(public, ["game::Board::one", "game::three"]);
    let text = "const ALL: [fn(); 1] = [three]; fn helper() { assert!(board.one(), \"why\"); }
        fn test() { helper(); } fn other() { one; ALL.len(); } fn none() { /* one */ let one = 1; }";
    let sources = [SourceFile { path: "tests.rs".to_owned(), text: text.to_owned() }];
    let faults = |compared| uncompared(&public, compared, &sources);
    let right: &[Comparison] = &[
        ("tests.rs", "test", &[("game::Board", "one")]),
        ("tests.rs", "other", &[("game", "three")]),
    ];
    assert_eq!(faults(right), [""; 0]);
    assert_eq!(
        faults(&right[..1]),
        ["game::three is public, and no test of the table compares it"]
    );
    let wrong: [(&[Comparison], usize); 4] = [
        (&[("tests.rs", "none", &[("game::Board", "one")]), right[1]], 1),
        (&[("tests.rs", "gone", &[("game::Board", "one")]), right[1]], 1),
        (&[("gone.rs", "test", &[("game::Board", "one")]), right[1]], 1),
        (&[("tests.rs", "test", &[("game::Board", "one own")]), right[1]], 1),
    ];
    for (compared, count) in wrong {
        assert_eq!(faults(compared).len(), count, "{compared:?}");
    }
}

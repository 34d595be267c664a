//! Constructs that a side must not use, and names that generic crates must not know.

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, Ident};

use super::repository::{SourceFile, assert_none, files, lists, numbered, words};

/// Methods on the bits of a number.
const BIT_METHODS: &str = "
    count_ones count_zeros leading_ones leading_zeros trailing_ones trailing_zeros
    isolate_lowest_one swap_bytes reverse_bits
";

/// Names that a source of the examples may not use: the sides are independent of each other, and an
/// outside engine of our crates.
const STRANGERS: [(&str, &str); 11] = [
    ("examples/own_engine/src/engine.rs", "twinboard twinboard_games twinboard_oracle"),
    ("examples/lights_out/src/engine.rs", "oracle rules"),
    ("examples/lights_out/src/oracle.rs", "engine rules"),
    ("examples/published_engines/src/chess/cozy_chess.rs", ADAPTERS_STRANGERS),
    ("examples/published_engines/src/chess/crate_chess.rs", ADAPTERS_STRANGERS),
    ("examples/published_engines/src/chess/owlchess.rs", ADAPTERS_STRANGERS),
    ("examples/published_engines/src/chess/pleco.rs", ADAPTERS_STRANGERS),
    ("examples/published_engines/src/draughts.rs", ADAPTERS_STRANGERS),
    ("examples/published_engines/src/go.rs", ADAPTERS_STRANGERS),
    ("examples/published_engines/src/othello.rs", ADAPTERS_STRANGERS),
    ("examples/published_engines/src/shogi.rs", ADAPTERS_STRANGERS),
];

/// An adapter asks its library alone.
const ADAPTERS_STRANGERS: &str = "shakmaty twinboard_oracles";

/// Generic crates: they name no rule set, not even in comments.
const GENERIC: &str = "
    crates/command/src/ crates/faults/ crates/harness/ crates/libfuzzer/src/ crates/protocol/src/
    crates/referee/ crates/registration/ crates/runner/ crates/twinboard/
";

/// Expressions separated by commas.
type Arguments = syn::punctuated::Punctuated<Expr, syn::Token![,]>;

/// What a source uses.
#[derive(Default)]
struct Uses {
    bit_tricks: Vec<String>,
    names: Vec<String>,
}

impl Uses {
    fn of(source: &str) -> Self {
        let mut uses = Self::default();
        uses.visit_file(&syn::parse_file(source).expect("it compiles"));
        uses
    }
}

impl Visit<'_> for Uses {
    fn visit_expr_binary(&mut self, expr: &ExprBinary) {
        let trick = match expr.op {
            BinOp::Shl(_) | BinOp::ShlAssign(_) => Some("<<"),
            BinOp::Shr(_) | BinOp::ShrAssign(_) => Some(">>"),
            BinOp::BitAnd(_) | BinOp::BitAndAssign(_) => Some("&"),
            BinOp::BitOr(_) | BinOp::BitOrAssign(_) => Some("|"),
            BinOp::BitXor(_) | BinOp::BitXorAssign(_) => Some("^"),
            _ => None,
        };
        self.bit_tricks.extend(trick.map(str::to_owned));
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        let name = call.method.to_string();
        if lists(BIT_METHODS, &name) || name.ends_with("_shl") || name.ends_with("_shr") {
            self.bit_tricks.push(name);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_ident(&mut self, ident: &Ident) {
        self.names.push(ident.to_string());
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        // The arguments of `assert!` and others, where they are expressions; those of `matches!`
        // are an expression and a pattern.
        if mac.path.is_ident("matches") {
            return;
        }
        if let Ok(arguments) = mac.parse_body_with(Arguments::parse_terminated) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
        visit::visit_macro(self, mac);
    }
}

/// What `found` finds in the sources that a check concerns, with their paths.
fn violations(
    concerns: impl Fn(&str) -> bool,
    found: impl Fn(&Uses) -> Vec<String>,
) -> Vec<String> {
    let files: Vec<_> = files(".rs").into_iter().filter(|file| concerns(&file.path)).collect();
    assert!(!files.is_empty(), "there are such sources");
    let in_file = |file: &SourceFile| {
        let found = found(&Uses::of(&file.text));
        found.into_iter().map(|what| format!("{}: {what}", file.path)).collect::<Vec<_>>()
    };
    files.iter().flat_map(in_file).collect()
}

/// True for the sources of our oracles and of those of the examples.
fn is_oracle(path: &str) -> bool {
    path.starts_with("oracle/src/")
        || path.starts_with("crates/oracles/src/")
        || path.ends_with("/src/oracle.rs")
}

/// True for the sources that are right because they are plain: oracles, and the vocabulary, which
/// no comparison of two sides checks. Random numbers and digests are known functions of bits,
/// checked against published values.
fn is_plain(path: &str) -> bool {
    let is_vocabulary = path.starts_with("crates/vocabulary/src/");
    is_oracle(path) || is_vocabulary && !path.ends_with("/random.rs")
}

/// True if a word names a rule set: in any case, and as the beginning of a name in camel case.
fn names(word: &str, rule_set: &str) -> bool {
    let parts = word.split('_').filter_map(|part| part.split_at_checked(rule_set.len()));
    let mut parts = parts.filter(|(head, _)| head.eq_ignore_ascii_case(rule_set));
    parts.any(|(_, tail)| !tail.starts_with(|c: char| c.is_lowercase()))
}

#[test]
fn the_oracles_and_the_vocabulary_have_no_bit_tricks() {
    assert_none(&violations(is_plain, |uses| uses.bit_tricks.clone()));
}

#[test]
fn the_oracles_draw_nothing_at_random() {
    let is_random = |name: &&String| name.starts_with("rand") || *name == "RandomState";
    assert_none(&violations(is_oracle, |uses| {
        uses.names.iter().filter(is_random).cloned().collect()
    }));
}

#[test]
fn the_sides_of_the_examples_know_nothing_that_they_should_not() {
    for (place, strangers) in STRANGERS {
        let known = |uses: &Uses| {
            uses.names.iter().filter(|name| lists(strangers, name)).cloned().collect()
        };
        assert_none(&violations(|path| path == place, known));
    }
}

#[test]
fn generic_crates_name_no_rule_set() {
    let rule_sets: Vec<_> =
        twinboard_cli::subjects().iter().map(|subject| subject.name()).collect();
    let mut found = Vec::new();
    let is_generic =
        |file: &SourceFile| GENERIC.split_whitespace().any(|it| file.path.starts_with(it));
    for file in files(".rs").into_iter().filter(is_generic) {
        for (number, line) in numbered(&file.text) {
            let named = words(line).filter(|word| rule_sets.iter().any(|it| names(word, it)));
            found.extend(named.map(|word| format!("{}:{number}: {word}", file.path)));
        }
    }
    assert_none(&found);
}

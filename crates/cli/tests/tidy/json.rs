//! `docs/json.md` names every field of the JSON that the command writes, and no other.

use std::collections::{BTreeMap, BTreeSet};

use syn::punctuated::Punctuated;
use syn::{Attribute, Fields, Item, Token};

use super::repository::{SourceFile, assert_none, files};

const PAGE: &str = "docs/json.md";

/// The crates whose types are written as results.
const CRATES: [&str; 3] = ["crates/command/src/", "crates/harness/src/", "crates/referee/src/"];

/// Parts of sources whose types are written elsewhere: pages, checkpoints, journals, lists
/// of known differences, what fuzz targets say.
const ELSEWHERE: [&str; 7] = [
    "crates/command/src/film/",
    "crates/command/src/commands/exhaust/checkpoint.rs",
    "crates/referee/src/journal.rs",
    "crates/harness/src/model/known.rs",
    "crates/harness/src/present/telemetry.rs",
    "crates/harness/src/present/fuzz/asked.rs",
    "crates/harness/src/drive/exhaust/seen.rs",
];

/// Types beside those of results.
const NO_RESULTS: [&str; 3] = [
    "UnfinishedShape in crates/harness/src/drive/exhaust/plan.rs",
    "Bounds in crates/harness/src/model/shape.rs",
    "Rating in crates/referee/src/statistics/results.rs",
];

/// The names that a type has in JSON: those of its fields, and of the variants that have data.
type Names = BTreeSet<String>;

/// The options of serde that matter here.
#[derive(Default)]
struct Options {
    rename: Option<String>,
    rename_all: Option<String>,
    tag: Option<String>,
    is_left_out: bool,
    is_untagged: bool,
}

impl Options {
    fn of(attributes: &[Attribute]) -> Self {
        let mut options = Self::default();
        for attribute in attributes.iter().filter(|it| it.path().is_ident("serde")) {
            let metas =
                attribute.parse_args_with(Punctuated::<syn::Meta, Token![,]>::parse_terminated);
            for meta in metas.expect("serde accepts it") {
                let path = meta.path().get_ident().map(ToString::to_string).unwrap_or_default();
                let value = match &meta {
                    syn::Meta::NameValue(it) => match &it.value {
                        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
                            Some(text.value())
                        }
                        _ => None,
                    },
                    _ => None,
                };
                match &*path {
                    "rename" => options.rename = value,
                    "rename_all" => options.rename_all = value,
                    "tag" => options.tag = value,
                    // Fields of another type are named where that type is.
                    "skip" | "flatten" | "transparent" => options.is_left_out = true,
                    "untagged" => options.is_untagged = true,
                    _ => {}
                }
            }
        }
        options
    }
}

/// True if a type derives `Serialize`.
fn is_serialized(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|it| it.path().is_ident("derive")).any(|derive| {
        let paths = derive.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        let paths = paths.expect("a list of traits");
        paths.iter().any(|it| it.segments.last().is_some_and(|last| last.ident == "Serialize"))
    })
}

fn fields_of(fields: &Fields, names: &mut Names) {
    for field in fields {
        let options = Options::of(&field.attrs);
        let Some(ident) = field.ident.as_ref().filter(|_| !options.is_left_out) else { continue };
        names.insert(options.rename.unwrap_or_else(|| ident.to_string()));
    }
}

/// A name of a variant, in the case that `rename_all` asks for.
fn in_case(name: &str, case: Option<&str>) -> String {
    let separator = match case {
        Some("snake_case") => "_",
        Some("kebab-case") => "-",
        Some("lowercase") => "",
        _ => return name.to_owned(),
    };
    let mut out = String::new();
    for (index, c) in name.char_indices() {
        if c.is_uppercase() && index > 0 {
            out += separator;
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Adds the types of a file that are serialized, each with its names. Types within functions count,
/// too; those of tests do not.
fn add_types(path: &str, items: &[Item], types: &mut BTreeMap<String, Names>) {
    for item in items {
        let mut names = Names::new();
        let ident = match item {
            Item::Struct(it) if is_serialized(&it.attrs) => {
                fields_of(&it.fields, &mut names);
                &it.ident
            }
            Item::Enum(it) if is_serialized(&it.attrs) => {
                let options = Options::of(&it.attrs);
                names.extend(options.tag.clone());
                for variant in &it.variants {
                    fields_of(&variant.fields, &mut names);
                    let has_data = !matches!(variant.fields, Fields::Unit);
                    if has_data && options.tag.is_none() && !options.is_untagged {
                        let own = Options::of(&variant.attrs);
                        let name =
                            in_case(&variant.ident.to_string(), options.rename_all.as_deref());
                        names.insert(own.rename.unwrap_or(name));
                    }
                }
                &it.ident
            }
            Item::Impl(it) => {
                for item in &it.items {
                    if let syn::ImplItem::Fn(function) = item {
                        add_local_types(path, &function.block, types);
                    }
                }
                continue;
            }
            Item::Fn(it) => {
                add_local_types(path, &it.block, types);
                continue;
            }
            _ => continue,
        };
        types.insert(format!("{ident} in {path}"), names);
    }
}

fn add_local_types(path: &str, block: &syn::Block, types: &mut BTreeMap<String, Names>) {
    for statement in &block.stmts {
        if let syn::Stmt::Item(item) = statement {
            add_types(path, std::slice::from_ref(item), types);
        }
    }
}

/// The types whose data are results, each with its names.
fn types(sources: &[SourceFile]) -> BTreeMap<String, Names> {
    let mut types = BTreeMap::new();
    for source in sources {
        let is_in = |folders: &[&str]| folders.iter().any(|it| source.path.starts_with(it));
        if is_in(&CRATES) && !is_in(&ELSEWHERE) {
            let file = syn::parse_file(&source.text).expect("it compiles");
            add_types(&source.path, &file.items, &mut types);
        }
    }
    types.retain(|name, _| !NO_RESULTS.contains(&&**name));
    types
}

/// The tables of the page: the types in the comments above, and the names in the first column.
fn tables(page: &str) -> Vec<(Vec<&str>, Names)> {
    let mut tables: Vec<(Vec<&str>, Names)> = Vec::new();
    let mut is_heading = false;
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("<!-- ").and_then(|it| it.strip_suffix(" -->")) {
            if !is_heading {
                tables.push((Vec::new(), Names::new()));
            }
            is_heading = true;
            tables.last_mut().expect("one was added").0.push(name);
        } else if let (Some(row), Some(table)) = (line.strip_prefix("| `"), tables.last_mut()) {
            is_heading = false;
            let first = row.split(" |").next().unwrap_or_default();
            table.1.extend(first.split(", ").map(|name| name.trim_matches('`').to_owned()));
        } else if line.starts_with('|') {
            is_heading = false;
        }
    }
    tables
}

/// The differences between the page and the types.
fn differences(page: &str, types: &BTreeMap<String, Names>) -> Vec<String> {
    let mut all = Vec::new();
    let mut described = BTreeSet::new();
    for (of, named) in tables(page) {
        let mut expected = Names::new();
        for name in &of {
            described.insert((*name).to_owned());
            match types.get(*name) {
                Some(names) => expected.extend(names.iter().cloned()),
                None => all.push(format!("{PAGE}: there is no {name} that is written as JSON")),
            }
        }
        let of = of.join(", ");
        all.extend(expected.difference(&named).map(|it| format!("{PAGE} lacks `{it}` of {of}")));
        all.extend(named.difference(&expected).map(|it| format!("{PAGE} has `{it}`, unlike {of}")));
    }
    // Types without a name are values, which the page describes where they are used.
    let missing =
        types.iter().filter(|(name, names)| !names.is_empty() && !described.contains(*name));
    all.extend(missing.map(|(name, _)| format!("{PAGE} does not describe {name}")));
    all
}

#[test]
fn the_page_about_json_names_every_field() {
    let pages = files(".md");
    let page = pages.iter().find(|page| page.path == PAGE).expect("the page is there");
    let types = types(&files(".rs"));
    assert!(types.len() > 80, "{}", types.len());
    assert_none(&differences(&page.text, &types));
}

#[test]
fn fields_that_the_page_lacks_or_invents_are_found() {
    let source = "
        #[derive(Serialize)]
        struct Json<'a> { a: &'a str, #[serde(rename = \"c\")] b: u8, #[serde(skip)] d: u8,
            #[serde(flatten)] e: E }
        #[derive(Debug, serde::Serialize)]
        #[serde(tag = \"kind\", rename_all = \"snake_case\")]
        enum Kind { One { f: u8 }, Two }
        #[derive(Serialize)]
        #[serde(rename_all = \"kebab-case\")]
        enum Player { BuiltIn(String), None }
        #[derive(Serialize)]
        enum Value { One, Two }
        #[derive(Debug)]
        struct Other { g: u8 }
        impl Other { fn f() { #[derive(Serialize)] struct Local { h: u8 } } }";
    let path = "crates/command/src/a.rs";
    let types = types(&[SourceFile { path: path.to_owned(), text: source.to_owned() }]);
    let page = |rows: &str, other: &str| {
        format!(
            "<!-- Json in {path} -->\nText\n\n| field | type | |\n|---|---|---|\n{rows}\n\n\
             <!-- Kind in {path} -->\n<!-- Player in {path} -->\n\n| `kind`, `f` | x | |\n\
             | `built-in` | x | |\n{other}\n<!-- Local in {path} -->\n| `h` | number | |\n"
        )
    };
    let right = page("| `a` | string | `x` |\n| `c` | number | |\n| … | | |", "");
    assert_eq!(differences(&right, &types), [""; 0]);
    let lacks = differences(&page("| `a` | string | |", ""), &types);
    assert_eq!(lacks, [format!("docs/json.md lacks `c` of Json in {path}")]);
    let invents = differences(&page("| `a`, `b`, `c` | string | |", ""), &types);
    assert_eq!(invents, [format!("docs/json.md has `b`, unlike Json in {path}")]);
    let gone = differences(&(right.clone() + "\n<!-- Gone in b.rs -->\n"), &types);
    assert_eq!(gone, ["docs/json.md: there is no Gone in b.rs that is written as JSON"]);
    let missing = differences(right.split("\n<!-- Local").next().unwrap(), &types);
    assert_eq!(missing, [format!("docs/json.md does not describe Local in {path}")]);
}

//! Imports between the modules of a crate: no circles, and layers that use only those below them.
//!
//! A module is a file. An import is a path in its code, in a `use` or elsewhere; a name that is
//! re-exported counts as an import of the module that defines it. A module is made of its
//! submodules, so what it takes from them does not count; what they take from it does. Unit tests
//! do not count.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, UseTree};

use super::repository::{SourceFile, assert_none, files};

/// The most modules that may import each other: a type and the module that implements it.
const CIRCLE_MAX: usize = 2;

/// The layers of the harness, from the lowest: its folders.
const LAYERS: [&str; 4] = ["model", "check", "drive", "present"];

/// The name of a module from the root of its crate: `["check", "lockstep"]`; none for the root.
type Name = Vec<String>;

/// A module with the paths in its code, which it collects as the visitor of its file.
#[derive(Default)]
struct Module {
    /// Paths as they are written, without what follows the first `*`.
    paths: Vec<Vec<String>>,
    /// The paths behind names that the module imports or re-exports.
    names: BTreeMap<String, Vec<String>>,
    /// Targets of `use path::*`.
    globs: Vec<Vec<String>>,
}

/// All modules of a crate by their names.
struct Crate(BTreeMap<Name, Module>);

impl Crate {
    /// Reads the sources below `folder`, which ends with a slash.
    fn read(folder: &str, files: &[SourceFile]) -> Self {
        let own = files.iter().filter_map(|file| Some((file.path.strip_prefix(folder)?, file)));
        let modules = own.filter(|(path, _)| !is_test(path) && !path.starts_with("bin/"));
        let read = |(path, file): (&str, &SourceFile)| {
            let syntax = syn::parse_file(&file.text);
            let syntax = syntax.unwrap_or_else(|error| panic!("{}: {error}", file.path));
            (name_of(path), Module::read(&syntax))
        };
        Self(modules.map(read).collect())
    }

    /// The modules that each module imports.
    fn imports(&self) -> BTreeMap<&Name, BTreeSet<&Name>> {
        let mut imports = BTreeMap::new();
        for (name, module) in &self.0 {
            let used = module.paths.iter().filter_map(|path| self.resolve(name, path, 0));
            imports.insert(name, used.filter(|other| !other.starts_with(name)).collect());
        }
        imports
    }

    /// The module that defines what a path of `module` names; `None` for other crates.
    fn resolve(&self, module: &Name, path: &[String], depth: usize) -> Option<&Name> {
        // A circle of re-exports compiles if each names something else in the end.
        if depth > 8 {
            return None;
        }
        let (first, rest) = path.split_first()?;
        let (mut at, mut rest) = match first.as_str() {
            "crate" => (Vec::new(), rest),
            "self" => (module.clone(), rest),
            "super" => (module.split_last()?.1.to_vec(), rest),
            name => {
                let child = [module.as_slice(), &[name.to_owned()]].concat();
                if !self.0.contains_key(&child) {
                    // A path that begins with an imported name was seen at its import.
                    return None;
                }
                (child, rest)
            }
        };
        while let Some((next, others)) = rest.split_first() {
            if next == "super" {
                at.pop()?;
            } else {
                let child = [at.as_slice(), std::slice::from_ref(next)].concat();
                if !self.0.contains_key(&child) {
                    return self.definition(&at, next, depth).or_else(|| self.key(&at));
                }
                at = child;
            }
            rest = others;
        }
        self.key(&at)
    }

    /// The module that a name in `module` is re-exported from.
    fn definition(&self, module: &Name, name: &str, depth: usize) -> Option<&Name> {
        let (key, own) = self.0.get_key_value(module)?;
        match own.names.get(name) {
            Some(path) => self.resolve(key, path, depth + 1),
            None => own.globs.iter().find_map(|path| {
                let from = self.resolve(key, path, depth + 1)?;
                self.definition(from, name, depth + 1)
            }),
        }
    }

    fn key(&self, name: &Name) -> Option<&Name> {
        self.0.get_key_value(name).map(|(name, _)| name)
    }
}

impl Module {
    fn read(syntax: &File) -> Self {
        let mut module = Self::default();
        module.visit_file(syntax);
        module
    }

    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |ident: &syn::Ident| [before, &[ident.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(&path.ident)),
            UseTree::Name(name) if name.ident == "self" => self.add(before.to_vec(), None),
            UseTree::Name(name) => self.add(with(&name.ident), None),
            UseTree::Rename(rename) => {
                self.add(with(&rename.ident), Some(rename.rename.to_string()));
            }
            UseTree::Glob(_) => {
                self.globs.push(before.to_vec());
                self.paths.push(before.to_vec());
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before)),
        }
    }

    fn add(&mut self, path: Vec<String>, name: Option<String>) {
        if let Some(name) = name.or_else(|| path.last().cloned()) {
            self.names.insert(name, path.clone());
        }
        self.paths.push(path);
    }
}

impl Visit<'_> for Module {
    fn visit_item(&mut self, item: &Item) {
        if !attributes(item).iter().any(is_cfg_test) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        // The path of a visibility, such as `pub(crate)`, imports nothing.
        let path_ = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.paths.push(path_);
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &syn::Visibility) {}

    fn visit_attribute(&mut self, _: &Attribute) {}

    fn visit_macro(&mut self, mac: &syn::Macro) {
        // Paths in the arguments of a macro, which are tokens.
        let tokens: Vec<String> = mac.tokens.to_string().split(' ').map(str::to_owned).collect();
        let begins = |word: &str| ["crate", "super", "self"].contains(&word);
        for (at, word) in tokens.iter().enumerate().filter(|(_, word)| begins(word)) {
            let mut path = vec![word.trim_start_matches(['(', '[']).to_owned()];
            let mut rest = tokens[at + 1..].chunks_exact(2);
            while let Some([colons, name]) = rest.next() {
                if colons != "::" {
                    break;
                }
                path.push(name.clone());
            }
            if path.len() > 1 {
                self.paths.push(path);
            }
        }
        visit::visit_macro(self, mac);
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(ItemMod { attrs, .. }) => attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_cfg_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "test")
}

fn is_test(path: &str) -> bool {
    path.ends_with("tests.rs") || path.contains("tests/")
}

/// The name of the module in a file, given from the folder `src/`.
fn name_of(path: &str) -> Name {
    let path = path.trim_end_matches(".rs");
    let parts = path.split('/').filter(|part| !["lib", "main", "mod"].contains(part));
    parts.map(str::to_owned).collect()
}

/// Groups of more than `limit` modules that import each other, directly or not.
fn circles(imports: &BTreeMap<&Name, BTreeSet<&Name>>, limit: usize) -> Vec<String> {
    let reached = |from: &Name| {
        let mut reached: BTreeSet<&Name> = BTreeSet::new();
        let mut open: Vec<&Name> = imports[from].iter().copied().collect();
        while let Some(module) = open.pop() {
            if reached.insert(module) {
                open.extend(&imports[module]);
            }
        }
        reached
    };
    let all: BTreeMap<&Name, BTreeSet<&Name>> =
        imports.keys().map(|module| (*module, reached(module))).collect();
    let circle = |module: &&Name| -> Vec<String> {
        let others = all[*module].iter().filter(|other| all[**other].contains(*module));
        others.map(|other| shown(other)).collect()
    };
    let circles: BTreeSet<Vec<String>> = all.keys().map(circle).collect();
    let large = circles.into_iter().filter(|circle| circle.len() > limit);
    large.map(|circle| format!("they import each other: {}", circle.join(", "))).collect()
}

fn shown(name: &Name) -> String {
    if name.is_empty() { "the root".to_owned() } else { name.join("::") }
}

/// Imports of a higher layer, and modules in no layer that one of a layer imports.
fn against_the_layers(imports: &BTreeMap<&Name, BTreeSet<&Name>>, layers: &[&str]) -> Vec<String> {
    let layer =
        |name: &Name| layers.iter().position(|layer| name.first().is_some_and(|own| own == layer));
    let mut found = Vec::new();
    for (module, used) in imports {
        let Some(own) = layer(module) else { continue };
        let above = used.iter().filter(|other| layer(other).is_none_or(|other| other > own));
        found.extend(above.map(|other| format!("{} uses {}", shown(module), shown(other))));
    }
    found
}

/// The folders of sources of the libraries and programs here, each with a slash at its end.
fn source_folders(files: &[SourceFile]) -> BTreeSet<&str> {
    let folders = files.iter().filter_map(|file| {
        let end = file.path.find("/src/")? + "/src/".len();
        Some(&file.path[..end])
    });
    folders.filter(|folder| !folder.contains("template")).collect()
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let files = files(".rs");
    let mut found = Vec::new();
    for folder in source_folders(&files) {
        let crate_ = Crate::read(folder, &files);
        let circles = circles(&crate_.imports(), CIRCLE_MAX);
        found.extend(circles.into_iter().map(|circle| format!("{folder}: {circle}")));
    }
    assert_none(&found);
}

#[test]
fn the_harness_imports_nothing_of_a_higher_layer() {
    let files = files(".rs");
    let harness = Crate::read("crates/harness/src/", &files);
    for layer in LAYERS {
        assert!(
            harness.0.keys().any(|name| name.first().is_some_and(|own| own == layer)),
            "{layer}"
        );
    }
    assert_none(&against_the_layers(&harness.imports(), &LAYERS));
}

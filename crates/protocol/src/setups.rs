//! The set-ups that an engine gets (EP-13).

use std::collections::BTreeSet;

use twinboard_vocabulary::{Plays, SetupOf, Vocabulary, random};

use crate::breach::{Breach, quote};
use crate::hello::Hello;
use crate::limit::{Limit, UNNAMED, variants};

/// The set-ups that an engine supports, by what it says of them.
pub(crate) struct Setups<V: Vocabulary> {
    limits: Vec<Limit>,
    start_only: bool,
    /// The set-ups with which games begin and that it supports, the usual one first; one or those with
    /// an empty board, if it begins nowhere else.
    starts: Vec<SetupOf<V>>,
    /// The keys of all variants of the rule set.
    keys: BTreeSet<String>,
    /// Those that the usual start names.
    usual: BTreeSet<String>,
    /// Those that only some set-ups name and the engine does not: such words mean nothing to it.
    pub(crate) left_out: BTreeSet<String>,
}

impl<V: Vocabulary> Setups<V> {
    pub(crate) fn new(starts: &[SetupOf<V>], hello: &Hello, oracle: &impl Plays<V>) -> Self {
        let keys: BTreeSet<String> = starts.iter().flat_map(keys_of).collect();
        let usual: BTreeSet<String> =
            starts.first().map(keys_of).unwrap_or_default().into_iter().collect();
        let is_named = |key: &String| hello.limits.iter().any(|limit| limit.subject() == key);
        let is_left_out = |key: &&String| !usual.contains(*key) && !is_named(key);
        let left_out = keys.iter().filter(is_left_out).cloned().collect();
        let (limits, start_only) = (hello.limits.clone(), hello.start_only);
        let mut setups =
            Self { limits, start_only: false, starts: Vec::new(), keys, usual, left_out };
        let supported_of = |starts: &[SetupOf<V>]| {
            let mut supported: Vec<SetupOf<V>> = Vec::new();
            for start in starts {
                let with_variants =
                    setups.with_variants(start).filter(|it| oracle.set_up(it).is_some());
                for start in [Some(start.clone()), with_variants].into_iter().flatten() {
                    if setups.are_within_limits(&start) && !supported.contains(&start) {
                        supported.push(start);
                    }
                }
            }
            supported
        };
        let mut supported = supported_of(starts);
        if supported.is_empty() {
            let resized = starts.iter().filter_map(|start| setups.resized(start));
            let resized: Vec<_> = resized.filter(|it| oracle.set_up(it).is_some()).collect();
            supported = supported_of(&resized);
        }
        if start_only {
            if hello.empty_starts && supported.iter().any(has_empty_board) {
                supported.retain(has_empty_board);
            } else {
                supported.truncate(1);
            }
        }
        (setups.starts, setups.start_only) = (supported, start_only);
        setups
    }

    /// A set-up with values that the engine plays in the place of others, and without the lines of
    /// variants that it does not play. It need not be a set-up of the rule set.
    fn with_variants(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>> {
        let mut text = setup.to_string();
        for limit in &self.limits {
            let Limit::Variant { key, values } = limit else { continue };
            let named = variants(&text).find(|(other, _)| other == key);
            if let Some((_, value)) =
                named.filter(|(_, value)| !values.iter().any(|it| it == value))
            {
                let other = values.iter().find(|value| *value != UNNAMED).unwrap_or(&values[0]);
                text = text.replace(&format!("{key}={value}"), &format!("{key}={other}"));
            }
        }
        let mut is_kept = true;
        let mut kept = String::new();
        for line in text.lines() {
            let named: Vec<(&str, &str)> = variants(line).collect();
            // Lines without a variant, such as earlier positions, belong to the last one with one.
            is_kept = match named[..] {
                [] => is_kept,
                [(key, UNNAMED)] => self.usual.contains(key),
                [(key, _)] => !self.left_out.contains(key),
                _ => true,
            };
            if is_kept {
                kept = kept + line + "\n";
            }
        }
        kept.parse().ok()
    }

    /// Whether the rule set has what the declared limits are about: the quantities of any set-up are
    /// the same, and the starts have all variants.
    pub(crate) fn check(&self, any: &SetupOf<V>) -> Result<(), Breach> {
        let quantities = V::quantities(any);
        let names: Vec<&str> = quantities.iter().map(|&(name, _)| name).collect();
        for limit in &self.limits {
            let unknown = limit.quantities().into_iter().find(|name| !names.contains(name));
            if let Some(unknown) = unknown {
                return Err(unknown_in_limit("limits", unknown, &names, "quantities"));
            }
            if let Limit::Variant { key, .. } = limit
                && !self.keys.contains(key)
            {
                let known: Vec<&str> = self.keys.iter().map(String::as_str).collect();
                return Err(unknown_in_limit("has the variant", key, &known, "variants"));
            }
        }
        if self.start_only && self.starts.is_empty() {
            let message =
                "the engine is start-only, and no start of the rule set is within its limits";
            return Err(Breach::new("EP-13", message));
        }
        Ok(())
    }

    /// True if set-ups that are supported must be set up: the engine has said which these are.
    pub(crate) fn are_declared(&self) -> bool {
        let is_bound = |limit: &Limit| !matches!(limit, Limit::Variant { .. });
        self.start_only || self.limits.iter().any(is_bound)
    }

    /// True if the engine gets this set-up.
    pub(crate) fn contain(&self, setup: &SetupOf<V>) -> bool {
        if self.start_only { self.starts.contains(setup) } else { self.are_within_limits(setup) }
    }

    fn are_within_limits(&self, setup: &SetupOf<V>) -> bool {
        if self.limits.is_empty() && self.left_out.is_empty() {
            return true;
        }
        let text = setup.to_string();
        let quantities = V::quantities(setup);
        variants(&text).all(|(key, _)| !self.left_out.contains(key))
            && self.limits.iter().all(|limit| limit.holds(&quantities, &text))
    }

    /// A set-up like this one whose quantities are within the limits, if the rule set knows how to make
    /// one. It need not be a set-up of the rule set.
    fn resized(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>> {
        let quantities = V::quantities(setup);
        let place = |name: &String| quantities.iter().position(|(other, _)| other == name);
        let mut bounds = vec![0..=u64::MAX; quantities.len()];
        for limit in &self.limits {
            if let Limit::Range { quantity, min, max } = limit {
                bounds[place(quantity)?] = *min..=*max;
            }
        }
        for limit in &self.limits {
            if let Limit::Equal(one, other) = limit {
                let places = [place(one)?, place(other)?];
                let least = places.map(|place| *bounds[place].start()).into_iter().max()?;
                let most = places.map(|place| *bounds[place].end()).into_iter().min()?;
                let value = quantities[places[0]].1.max(least).min(most);
                for place in places {
                    bounds[place] = value..=value;
                }
            }
        }
        V::within(setup, &bounds)
    }

    /// A set-up that the engine gets in the place of another one: a similar one if the rule set
    /// knows how, else the same with variants that it plays, else a start, always the same one.
    pub(crate) fn in_place_of(
        &self,
        setup: &SetupOf<V>,
        oracle: &impl Plays<V>,
    ) -> Option<SetupOf<V>> {
        let sized = self.resized(setup).unwrap_or_else(|| setup.clone());
        let varied = self.with_variants(&sized);
        let is_similar = |it: &SetupOf<V>| self.contain(it) && oracle.set_up(it).is_some();
        [Some(sized), varied].into_iter().flatten().find(is_similar).or_else(|| {
            let mixed = |seed: u64, byte| random::mix(seed.rotate_left(17) ^ u64::from(byte));
            let digest = setup.to_string().bytes().fold(0, mixed);
            let chosen = digest.checked_rem(self.starts.len() as u64)?;
            self.starts.get(chosen as usize).cloned()
        })
    }
}

/// True if the text of a set-up begins with rows that are all alike, of cells that are all alike.
fn has_empty_board(setup: &impl ToString) -> bool {
    let text = setup.to_string();
    let first = text.lines().next().unwrap_or_default();
    let rows =
        text.lines().take_while(|line| line.len() == first.len() && !line.contains(['=', ' ']));
    first.chars().all(|cell| first.starts_with(cell)) && { rows }.all(|row| row == first)
}

/// The keys of the variants in the text of a set-up.
fn keys_of(setup: &impl ToString) -> Vec<String> {
    variants(&setup.to_string()).map(|(key, _)| key.to_owned()).collect()
}

/// The breach by a limit about something that the rule set does not have.
fn unknown_in_limit(verb: &str, found: &str, known: &[&str], nouns: &str) -> Breach {
    let expected = match known {
        [] => format!("no limit, since the rule set has no {nouns}"),
        known => format!("one of {}", known.join(", ")),
    };
    let found = quote(found.as_bytes());
    Breach::new("EP-13", format!("the engine {verb} `{found}`; expected {expected}"))
}

//! A case of any rule set, without its type.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use twinboard_vocabulary::Rest;

use crate::model::rules::{CaseOf, RuleSet};

/// A case of any rule set as a value: a [`Subject`](crate::Subject) reads it once and plays it any
/// number of times, and it is printed when its text is wanted. Clones share it.
///
/// ```
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Pairing, Subject};
///
/// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
/// let cases = pairing.read(b"7\n>  3\n\n4\n").unwrap();
/// assert_eq!((cases.len(), cases[0].text()), (2, "7\n> 3\n"));
/// ```
#[derive(Clone)]
pub struct AnyCase(Arc<dyn Typed>);

trait Typed: Any + Send + Sync {
    fn text(&self) -> &str;
}

/// A case of a rule set, with its text once somebody has asked for it.
struct Printed<R: RuleSet> {
    rules: R,
    case: CaseOf<R>,
    text: OnceLock<String>,
}

impl<R: RuleSet> Typed for Printed<R> {
    fn text(&self) -> &str {
        self.text.get_or_init(|| self.rules.text().print(&self.case))
    }
}

impl AnyCase {
    /// The case that the text of `case` means. A format may have no text for what follows the moves,
    /// such as a judge's, where a case without moves is played to its end.
    pub(crate) fn new<R: RuleSet>(rules: &R, case: CaseOf<R>) -> Self {
        let is_clear = case.rest == Rest::Stop && !case.moves.is_empty();
        let read = || {
            let text = rules.text().print(&case);
            rules.text().read_all(text.as_bytes()).ok()?.into_iter().next()
        };
        let read = if is_clear { None } else { read() };
        Self::of_text(rules, read.unwrap_or(case))
    }

    /// A case that was read.
    pub(crate) fn of_text<R: RuleSet>(rules: &R, case: CaseOf<R>) -> Self {
        Self(Arc::new(Printed { rules: rules.clone(), case, text: OnceLock::new() }))
    }

    /// Its text, as a case file of its own.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// The case with its type.
    ///
    /// # Panics
    ///
    /// If it is of another rule set.
    pub(crate) fn of<R: RuleSet>(&self) -> &CaseOf<R> {
        let typed: &dyn Any = &*self.0;
        &typed.downcast_ref::<Printed<R>>().expect("a case of this rule set").case
    }
}

impl PartialEq for AnyCase {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for AnyCase {}

impl fmt::Debug for AnyCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

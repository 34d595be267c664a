//! Engines in other processes in place of the registered engine.

use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::{Pairing, RuleSet, Subject};
use twinboard_protocol::{ConnectError, Connected, Engine};

use crate::Registration;

/// Pairs an engine in another process with the oracle, by the exact texts of a rule set.
pub(crate) type Connector = Arc<dyn Fn(Connected) -> Paired + Send + Sync>;

/// The engine beside its oracle, and the variants that the engine does not name (EP-13).
pub(crate) type Paired = Result<(Arc<dyn Subject>, Vec<String>), ConnectError>;

/// `None` if the rule set has no exact texts ([`RuleSet::exact_text`]).
pub(crate) fn connector<R: RuleSet>(pairing: &Pairing<R>) -> Option<Connector> {
    let texts = pairing.rules().exact_text()?;
    let pairing = pairing.clone();
    Some(Arc::new(move |connected| {
        let oracle = Arc::new(pairing.oracle().clone());
        let rules = pairing.rules();
        let engine = Engine::new(connected, rules.name(), texts, oracle, &rules.starts())?;
        if let Ok(any) = pairing.rules().generate_setup(&mut Unstructured::new(&[])) {
            engine.check_limits(&any)?;
        }
        let left_out = engine.variants_left_out().iter().cloned().collect();
        Ok((pairing.with_engine(Arc::new(engine)).subject(), left_out))
    }))
}

impl Registration {
    /// This registration with an engine in another process instead of the registered one, and the
    /// variants of the rule set that the engine does not name, and so does not get; `None` if the
    /// rule set has no exact texts.
    ///
    /// Planted faults and the contest are dropped.
    ///
    /// # Errors
    ///
    /// If the engine plays another rule set.
    #[must_use]
    pub fn with_engine(
        &self,
        connected: Connected,
    ) -> Option<Result<(Self, Vec<String>), ConnectError>> {
        let paired = self.engines.as_ref()?(connected);
        Some(paired.map(|(subject, left_out)| {
            let registration = Self {
                subject,
                faults: Vec::new(),
                #[cfg(feature = "contests")]
                contest: None,
                ..self.clone()
            };
            (registration, left_out)
        }))
    }
}

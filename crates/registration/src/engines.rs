//! Engines in other processes in place of the registered engine.

use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::{Pairing, RuleSet, Subject};
use twinboard_protocol::{ConnectError, Connected, Engine};
use twinboard_vocabulary::{Plays, Vocabulary};

use crate::Registration;

/// Pairs an engine in another process with the oracle, by the exact texts of a rule set.
pub(crate) type Connector = Arc<dyn Fn(Connected) -> Paired + Send + Sync>;

pub(crate) type Paired = Result<(Arc<dyn Subject>, Arc<dyn RunningEngine>), ConnectError>;

/// An engine in another process beside the games that it plays.
pub trait RunningEngine: Send + Sync {
    /// The variants of the rule set that the engine does not name, and so does not get.
    fn variants_left_out(&self) -> Vec<String>;
}

impl<V: Vocabulary, O: Plays<V>> RunningEngine for Engine<V, O> {
    fn variants_left_out(&self) -> Vec<String> {
        Self::variants_left_out(self).iter().cloned().collect()
    }
}

/// `None` if the rule set has no exact texts ([`RuleSet::exact_text`]).
pub(crate) fn connector<R: RuleSet>(pairing: &Pairing<R>) -> Option<Connector> {
    let texts = pairing.rules().exact_text()?;
    let pairing = pairing.clone();
    Some(Arc::new(move |connected| {
        let oracle = Arc::new(pairing.oracle().clone());
        let rules = pairing.rules();
        let engine = Engine::new(connected, rules.name(), texts, oracle, &rules.starts())?;
        let engine = Arc::new(engine);
        if let Ok(any) = pairing.rules().generate_setup(&mut Unstructured::new(&[])) {
            engine.check_limits(&any)?;
        }
        let subject: Arc<dyn Subject> = Arc::new(pairing.with_engine(Arc::clone(&engine)));
        Ok((subject, engine as Arc<dyn RunningEngine>))
    }))
}

impl Registration {
    /// This registration with an engine in another process instead of the registered one, and that
    /// engine; `None` if the rule set has no exact texts.
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
    ) -> Option<Result<(Self, Arc<dyn RunningEngine>), ConnectError>> {
        let paired = self.engines.as_ref()?(connected);
        Some(paired.map(|(subject, engine)| {
            let registration = Self {
                subject,
                faults: Vec::new(),
                #[cfg(feature = "contests")]
                contest: None,
                ..self.clone()
            };
            (registration, engine)
        }))
    }
}

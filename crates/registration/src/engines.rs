//! Engines in other processes in place of the registered engine.

use std::sync::Arc;
use std::time::Duration;

use arbitrary::Unstructured;
use twinboard_harness::{Pairing, RuleSet, Subject};
use twinboard_protocol::{ConnectError, Connected, Engine};

use crate::Registration;

/// Pairs an engine in another process with the oracle of a rule set; `None` if the rule set has no
/// exact texts ([`RuleSet::exact_text`]).
pub(crate) type Connector = Option<Arc<dyn Fn(Connected) -> Paired + Send + Sync>>;

type Paired = Result<(Arc<dyn Subject>, EngineTime), ConnectError>;

/// Time spent in the functions of an engine so far; `None` if it does not tell (EP-30).
pub type EngineTime = Arc<dyn Fn() -> Option<Duration> + Send + Sync>;

pub(crate) fn connector<R: RuleSet>(pairing: &Pairing<R>) -> Connector {
    let texts = pairing.rules().exact_text()?;
    let pairing = pairing.clone();
    Some(Arc::new(move |connected| {
        let oracle = Arc::new(pairing.oracle().clone());
        let engine = Arc::new(Engine::new(connected, texts, oracle)?);
        if let Ok(any) = pairing.rules().generate_setup(&mut Unstructured::new(&[])) {
            engine.check_limits(&any)?;
        }
        let subject: Arc<dyn Subject> = Arc::new(pairing.with_engine(Arc::clone(&engine)));
        let time: EngineTime = Arc::new(move || engine.time());
        Ok((subject, time))
    }))
}

impl Registration {
    /// This registration with an engine in another process instead of the registered one, and the
    /// clock of that engine; `None` if the rule set has no exact texts.
    ///
    /// The workloads become random games of both sides, because registered ones measure the
    /// registered engine. Planted faults and the contest are dropped.
    ///
    /// # Errors
    ///
    /// If the engine plays another rule set.
    #[must_use]
    pub fn with_engine(
        &self,
        connected: Connected,
    ) -> Option<Result<(Self, EngineTime), ConnectError>> {
        let paired = self.engines.as_ref()?(connected);
        Some(paired.map(|(subject, time)| {
            let registration = Self {
                subject,
                faults: Vec::new(),
                workloads: None,
                horizon: None,
                #[cfg(feature = "contests")]
                contest: None,
                ..self.clone()
            };
            (registration, time)
        }))
    }
}

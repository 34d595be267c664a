//! Engines in other processes in place of the registered engine.

use std::sync::Arc;
use std::time::Duration;

use board::Plays;
use harness::{Pairing, RuleSet, Subject};
use protocol::{ConnectError, Connected, Engine};

use crate::Registration;

/// Pairs an engine in another process with the oracle of a rule set; `None` if the rule set has no
/// exact texts ([`RuleSet::exact_text`]).
pub(crate) type Connector = Option<Arc<dyn Fn(Connected) -> Paired + Send + Sync>>;

type Paired = Result<(Arc<dyn Subject>, EngineTime), ConnectError>;

/// Time spent in the functions of an engine so far; `None` if it does not tell (EP-30).
pub type EngineTime = Arc<dyn Fn() -> Option<Duration> + Send + Sync>;

pub(crate) fn connector<R, E, O>(pairing: &Pairing<R, E, O>) -> Connector
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let texts = pairing.rules().exact_text()?;
    let pairing = pairing.clone();
    Some(Arc::new(move |connected| {
        let engine = Engine::new(connected, texts, Arc::clone(pairing.shared_oracle()))?;
        let pairing = pairing.with_engine(engine);
        let engine = Arc::clone(pairing.shared_engine());
        let time: EngineTime = Arc::new(move || engine.time());
        let subject: Arc<dyn Subject> = Arc::new(pairing);
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
                contest: None,
                ..self.clone()
            };
            (registration, time)
        }))
    }
}

//! Engines in other processes in place of the registered engine.

use std::sync::Arc;

use board::Plays;
use harness::{Pairing, RuleSet, Subject};
use protocol::{ConnectError, Engine, EngineSettings, Hello};

use crate::Registration;

/// Pairs an engine in another process with the oracle of a rule set; `None` if the rule set has no
/// exact texts ([`RuleSet::exact_text`]).
pub(crate) type Connector = Option<Arc<dyn Fn(EngineSettings) -> Connected + Send + Sync>>;

type Connected = Result<(Arc<dyn Subject>, Hello), ConnectError>;

pub(crate) fn connector<R, E, O>(pairing: &Pairing<R, E, O>) -> Connector
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let texts = pairing.rules().exact_text()?;
    let pairing = pairing.clone();
    Some(Arc::new(move |settings| {
        let engine = Engine::connect(settings, texts, Arc::clone(pairing.shared_oracle()))?;
        let hello = engine.hello().clone();
        let subject: Arc<dyn Subject> = Arc::new(pairing.with_engine(engine));
        Ok((subject, hello))
    }))
}

impl Registration {
    /// True if engines in other processes can play this rule set.
    #[must_use]
    pub fn has_exact_texts(&self) -> bool {
        self.engines.is_some()
    }

    /// This registration with an engine in another process instead of the registered one, and the
    /// handshake of that engine; `None` if the rule set has no exact texts.
    ///
    /// The workloads become random games of both sides, because registered ones measure the
    /// registered engine. Planted faults and the contest are dropped.
    ///
    /// # Errors
    ///
    /// If the engine cannot be started or breaks the protocol, or plays another rule set.
    #[must_use]
    pub fn with_engine(
        &self,
        settings: EngineSettings,
    ) -> Option<Result<(Self, Hello), ConnectError>> {
        let connected = self.engines.as_ref()?(settings);
        Some(connected.map(|(subject, hello)| {
            let registration = Self {
                subject,
                faults: Vec::new(),
                workloads: None,
                horizon: None,
                contest: None,
                ..self.clone()
            };
            (registration, hello)
        }))
    }
}

//! Engines in other processes in place of the registered engine.

use std::sync::Arc;
use std::time::Duration;

use arbitrary::Unstructured;
use twinboard_harness::random::case_bytes;
use twinboard_harness::watch::watched;
use twinboard_harness::{Pairing, RuleSet, Subject, guard};
use twinboard_protocol::{ConnectError, Connected, Engine, KeyDifference, Prompt};
use twinboard_vocabulary::{Implementation, Plays, SetupOf};

use crate::Registration;

/// The ways to engines in other processes, by the exact texts of a rule set.
#[derive(Clone)]
pub(crate) struct Connector {
    /// Pairs an engine with the oracle.
    pair: Arc<dyn Fn(Connected) -> Paired + Send + Sync>,
    /// Has a conversation by hand read the texts.
    read: Arc<dyn Fn(Prompt) -> Prompt + Send + Sync>,
}

type Paired = Result<(Arc<dyn Subject>, Arc<dyn RunningEngine>), ConnectError>;

/// Number of set-ups that are drawn to compare keys.
const SETUPS: u64 = 16;

/// Time limit for drawing a set-up.
const DRAWING: Duration = Duration::from_secs(5);

/// An engine in another process beside the games that it plays.
pub trait RunningEngine: Send + Sync {
    /// Time spent in its functions so far; `None` if it does not tell (EP-30).
    fn time(&self) -> Option<Duration>;

    /// Compares the keys of two of its processes in short games, the same in every call (EP-26).
    /// Games in progress are not asked; a process that plays none may be ended.
    ///
    /// # Errors
    ///
    /// The reason why no keys could be compared.
    fn compare_keys(&self) -> Result<Option<KeyDifference>, String>;
}

struct Running<R: RuleSet, O> {
    rules: R,
    engine: Arc<Engine<R::Vocabulary, O>>,
}

impl<R: RuleSet, O: Plays<R::Vocabulary>> RunningEngine for Running<R, O> {
    fn time(&self) -> Option<Duration> {
        self.engine.time()
    }

    fn compare_keys(&self) -> Result<Option<KeyDifference>, String> {
        let setups = (0..SETUPS).filter_map(|index| {
            let bytes = case_bytes(0, index);
            let setup = self.rules.generate_setup(&mut Unstructured::new(&bytes)).ok()?;
            Some(self.engine.adapt(&setup).unwrap_or(setup))
        });
        self.engine.compare_keys(setups)
    }
}

/// A set-up of the rule set; `None` if it fails to give one, which a campaign reports.
fn any_setup<R: RuleSet>(rules: &R) -> Option<SetupOf<R::Vocabulary>> {
    let rules = rules.clone();
    let draw = move || rules.generate_setup(&mut Unstructured::new(&case_bytes(0, 0))).ok();
    watched(DRAWING, move |_| guard::catch(draw).ok().flatten()).ok().flatten()
}

/// `None` if the rule set has no exact texts ([`RuleSet::exact_text`]).
pub(crate) fn connector<R: RuleSet>(pairing: &Pairing<R>) -> Option<Connector> {
    let texts = pairing.rules().exact_text()?;
    let pairing = pairing.clone();
    let read = Arc::new(move |prompt: Prompt| prompt.with_texts(texts));
    let pair = Arc::new(move |connected| {
        let oracle = Arc::new(pairing.oracle().clone());
        let engine = Arc::new(Engine::new(connected, texts, oracle)?);
        let has_limits = !engine.hello().limits.is_empty();
        if let Some(any) = has_limits.then(|| any_setup(pairing.rules())).flatten() {
            engine.check_limits(&any)?;
        }
        let subject: Arc<dyn Subject> = Arc::new(pairing.with_engine(Arc::clone(&engine)));
        let running = Running { rules: pairing.rules().clone(), engine };
        Ok((subject, Arc::new(running) as Arc<dyn RunningEngine>))
    });
    Some(Connector { pair, read })
}

impl Registration {
    /// This registration with an engine in another process instead of the registered one, and that
    /// engine; `None` if the rule set has no exact texts.
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
    ) -> Option<Result<(Self, Arc<dyn RunningEngine>), ConnectError>> {
        let paired = (self.engines.as_ref()?.pair)(connected);
        Some(paired.map(|(subject, engine)| {
            let registration = Self {
                subject,
                faults: Vec::new(),
                workloads: None,
                horizon: None,
                #[cfg(feature = "contests")]
                contest: None,
                ..self.clone()
            };
            (registration, engine)
        }))
    }

    /// A conversation by hand with an engine of this rule set, whose texts are read if it has exact
    /// texts.
    #[must_use]
    pub fn prompt(&self, connected: Connected) -> Prompt {
        let prompt = Prompt::new(connected);
        match &self.engines {
            Some(engines) => (engines.read)(prompt),
            None => prompt,
        }
    }
}

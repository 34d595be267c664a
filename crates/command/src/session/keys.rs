//! The keys of several processes of an engine, which a campaign compares at its end (EP-26).

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use twinboard_harness::report::as_argument;
use twinboard_protocol::KeyDifference;
use twinboard_registration::engines::RunningEngine;
use twinboard_vocabulary::SystemFailure;

use super::Session;
use super::conversations::{LateBreach, locked};
use crate::output;
use crate::output::ci::here_document;

impl Session {
    /// Has the keys of this engine compared when the engines are ended.
    pub(super) fn compare_keys_at_end(&self, command: &str, engine: &Arc<dyn RunningEngine>) {
        locked(&self.keys_to_compare).push((command.to_owned(), Arc::clone(engine)));
    }

    /// Compares no keys: the command has failed.
    pub(crate) fn compare_no_keys(&self) {
        locked(&self.keys_to_compare).clear();
    }

    /// Compares the keys of the engines that want it, once, and keeps the breaches.
    pub(super) fn compare_keys(&self) {
        let engines = std::mem::take(&mut *locked(&self.keys_to_compare));
        for (command, engine) in engines {
            if self.interrupt.has_come() {
                return;
            }
            // The system may lack what another process needs, and a rule set draws the set-ups.
            let compared = panic::catch_unwind(AssertUnwindSafe(|| engine.compare_keys()));
            let compared = compared.unwrap_or_else(|payload| {
                let failure = payload.downcast::<SystemFailure>();
                Err(failure.map_or_else(|_| "a panic".to_owned(), |failure| failure.0))
            });
            match compared {
                Ok(Some(difference)) => {
                    let repeat = self.repeat(&command, &difference);
                    let message = difference.message;
                    self.conversations.add_breach(LateBreach { engine: command, message, repeat });
                }
                Err(reason) if !self.interrupt.has_come() => output::print_error_line(format!(
                    "warning: {command}: the keys of two processes are not compared (EP-26): {reason}"
                )),
                Ok(None) | Err(_) => {}
            }
        }
    }

    /// The command line that asks a new process for its key.
    fn repeat(&self, command: &str, difference: &KeyDifference) -> String {
        let what = if difference.is_by_process {
            "run this twice, for two processes:"
        } else {
            "a new process answers this; --transcript FILE keeps what the others did before:"
        };
        let options = &self.programs.line;
        let blank = if options.is_empty() { "" } else { " " };
        let line = format!("{} talk {options}{blank}{}", self.program(), as_argument(command));
        format!("{what}\n{}", here_document(&line, &difference.requests))
    }
}

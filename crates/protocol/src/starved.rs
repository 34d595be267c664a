//! An engine that is silent because it lacks a CPU, as on a busy machine.

use std::time::{Duration, Instant};

use crate::channel::Channel;

/// Limits for an answer that a starved engine gets in addition, at most.
const MORE_TIMES: u32 = 20;

/// The wait for an engine behind the limit for its answer.
pub(crate) struct Starved {
    /// The limit for an answer.
    limit: Duration,
    /// When it was over, and the CPU time of the engine then.
    since: Option<(Instant, Duration)>,
    /// CPU time at the last look.
    last: Duration,
}

impl Starved {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, since: None, last: Duration::MAX }
    }

    /// True if the engine should get more time: it wants to compute, got less than most of a CPU since
    /// the limit was over, and has not used as much time of one as the limit.
    pub(crate) fn may_wait_longer(&mut self, channel: &dyn Channel) -> bool {
        let Some((computed, is_runnable)) = channel.cpu_use() else { return false };
        let (begin, before) = *self.since.get_or_insert((Instant::now(), computed));
        let (elapsed, used) = (begin.elapsed(), computed.saturating_sub(before));
        // A thread may sleep for a moment.
        let is_alive = is_runnable || computed > self.last;
        self.last = computed;
        let is_first_look = elapsed < Duration::from_millis(200);
        is_alive
            && used < self.limit
            && elapsed < self.limit.saturating_mul(MORE_TIMES)
            && (is_first_look || used < elapsed.mul_f64(0.9))
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::Starved;
    use crate::channel::{Channel, LastWords};

    /// An engine that gets this share of a CPU.
    struct Share {
        begin: Instant,
        cpus: f64,
        is_runnable: bool,
    }

    impl Channel for Share {
        fn send(&mut self, _bytes: &[u8], _deadline: Instant) -> io::Result<()> {
            Ok(())
        }

        fn receive(&mut self, _buffer: &mut [u8], _deadline: Instant) -> io::Result<usize> {
            Ok(0)
        }

        fn cpu_use(&self) -> Option<(Duration, bool)> {
            Some((self.begin.elapsed().mul_f64(self.cpus), self.is_runnable))
        }

        fn close(&mut self) -> LastWords {
            LastWords::default()
        }
    }

    /// Number of looks, 50 ms apart, up to which such an engine gets more time.
    fn looks(cpus: f64, is_runnable: bool, limit: Duration) -> usize {
        let engine = Share { begin: Instant::now(), cpus, is_runnable };
        let mut starved = Starved::new(limit);
        let mut looks = 0;
        while looks < 12 && starved.may_wait_longer(&engine) {
            looks += 1;
            thread::sleep(Duration::from_millis(50));
        }
        looks
    }

    #[test]
    fn an_engine_gets_as_much_time_of_a_cpu_as_its_limit() {
        let long = Duration::from_mins(1);
        assert_eq!(looks(0.0, false, long), 0, "it is blocked");
        assert!((1..12).contains(&looks(1.0, true, long)), "it computes, and hangs");
        assert_eq!(looks(0.1, true, long), 12, "it waits for a CPU");
        let short = Duration::from_millis(100);
        assert!((1..12).contains(&looks(0.5, true, short)), "the limit is over");
    }
}

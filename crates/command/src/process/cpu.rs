//! CPUs for threads and the engines that they play with.
//!
//! A thread and its engine never run at the same time. On two CPUs each would wait for the other's
//! CPU to wake up, which takes several times as long as most answers.

#[cfg(target_os = "linux")]
pub(crate) use linux::Cpu;
#[cfg(not(target_os = "linux"))]
pub(crate) use other::Cpu;

#[cfg(target_os = "linux")]
mod linux {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// A CPU; `None` if the system does not list its CPUs. Then processes run wherever the system
    /// puts them, which is slower.
    #[derive(Clone)]
    pub(crate) struct Cpu(Option<CpuSet>);

    impl Cpu {
        /// The CPU at this place among those that this thread may use, counted in a circle.
        pub(crate) fn choose(place: usize) -> Self {
            let Ok(allowed) = sched_getaffinity(None) else { return Self(None) };
            let all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&cpu| allowed.is_set(cpu)).collect();
            let mut one = CpuSet::new();
            one.set(all[place % all.len()]);
            Self(Some(one))
        }

        /// Runs `start` on the CPU, which the processes that it starts inherit.
        pub(crate) fn run<T>(&self, start: impl FnOnce() -> T) -> T {
            let before = sched_getaffinity(None);
            self.bind();
            let started = start();
            if let Ok(before) = before {
                let _ = sched_setaffinity(None, &before);
            }
            started
        }

        /// Binds this thread to the CPU.
        pub(crate) fn bind(&self) {
            if let Some(one) = &self.0 {
                let _ = sched_setaffinity(None, one);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    /// Other systems choose CPUs themselves.
    #[derive(Clone)]
    pub(crate) struct Cpu;

    impl Cpu {
        pub(crate) fn choose(_place: usize) -> Self {
            Self
        }

        pub(crate) fn run<T>(&self, start: impl FnOnce() -> T) -> T {
            start()
        }

        pub(crate) fn bind(&self) {}
    }
}

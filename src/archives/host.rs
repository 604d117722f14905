//! What a search asks of the program that it runs in.

use alloc::boxed::Box;
use core::any::Any;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io;

/// What a search asks of the program that it runs in. Each method has a default that does nothing, and
/// may be called from any thread.
///
/// A flag is a host: once it is set, the search ends.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use kifu::archives::Archives;
///
/// let flag = Arc::new(AtomicBool::new(false));
/// let archives = Archives::new().host(Arc::clone(&flag));
/// assert!(archives.records(["tests/records"]).count() > 1);
/// flag.store(true, Ordering::Relaxed);
/// assert_eq!(archives.records(["tests/records"]).count(), 0);
/// ```
pub trait Host: Send + Sync {
    /// Whether to end: asked again and again while something is read. What was found until then stays.
    fn is_ended(&self) -> bool {
        false
    }

    /// So many bytes of all files and of stdin were read, or need not be read, until now.
    fn read_to(&self, _bytes: u64) {}

    /// Asks for memory for a directory or a dictionary; it is given back when what is returned is dropped.
    /// An error is reported as the problem of the archive.
    ///
    /// # Errors
    ///
    /// If there is to be no such memory.
    fn reserve(&self, _bytes: u64) -> io::Result<Reserved> {
        Ok(Reserved::default())
    }

    /// As [`reserve`](Self::reserve), for the bytes of a record, until the sink is done with it.
    ///
    /// # Errors
    ///
    /// If there is to be no such memory.
    fn reserve_record(&self, _bytes: u64) -> io::Result<Reserved> {
        Ok(Reserved::default())
    }

    /// Whether stdin may be read.
    ///
    /// # Errors
    ///
    /// If it may not: the problem of `-`.
    fn check_stdin(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Host for AtomicBool {
    fn is_ended(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// A host that does nothing.
pub(super) struct NoHost;

impl Host for NoHost {}

/// Memory that a [`Host`] counts as used until this is dropped.
///
/// ```
/// use kifu::archives::Reserved;
/// use std::rc::Rc;
///
/// let account = Rc::new(());
/// let reserved = Reserved::new(Rc::clone(&account));
/// assert_eq!(Rc::strong_count(&account), 2);
/// drop(reserved);
/// assert_eq!(Rc::strong_count(&account), 1);
/// ```
#[derive(Default)]
#[must_use]
pub struct Reserved {
    _guard: Option<Box<dyn Any>>,
}

impl Reserved {
    /// Memory that is given back when the guard is dropped.
    pub fn new(guard: impl Any) -> Self {
        Self { _guard: Some(Box::new(guard)) }
    }
}

impl fmt::Debug for Reserved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Reserved").finish_non_exhaustive()
    }
}

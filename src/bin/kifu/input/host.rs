//! What the library asks of the program while it looks for records: signals, progress, memory.

use std::io;
use std::sync::Arc;

use kifu::archives::{Archives, Host, Reserved};

use super::Limits;
use crate::memory::{self, Taken};
use crate::{interrupt, progress, streams};

/// What records are looked for with.
pub(crate) fn archives(limits: Limits) -> Archives {
    // The account of memory says what is too much.
    Archives::new().member_bytes(limits.member_bytes).memory(u64::MAX).host(Arc::new(Program))
}

/// The program, as the library sees it.
struct Program;

impl Host for Program {
    fn is_ended(&self) -> bool {
        interrupt::is_requested()
    }

    fn read_to(&self, bytes: u64) {
        progress::set_read(bytes);
    }

    fn reserve(&self, bytes: u64) -> io::Result<Reserved> {
        memory::take(bytes).map(reserved)
    }

    fn reserve_record(&self, bytes: u64) -> io::Result<Reserved> {
        memory::take_to_read(bytes).map(reserved)
    }

    fn check_stdin(&self) -> io::Result<()> {
        streams::check_stdin()
    }
}

fn reserved(taken: Taken) -> Reserved {
    if taken.is_none() { Reserved::default() } else { Reserved::new(taken) }
}

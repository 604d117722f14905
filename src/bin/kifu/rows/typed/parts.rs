//! Record batches that become one: what a worker has at once is few rows, and writers take many rows
//! faster than a few many times, a column after the other.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use arrow_select::concat::concat_batches;

/// Record batches of one table, in their order.
pub(super) struct Parts {
    batches: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
    most_rows: usize,
    most_bytes: usize,
}

impl Parts {
    /// Parts that are enough as soon as they have so many rows, or so many bytes.
    pub(super) fn new(most_rows: usize, most_bytes: usize) -> Self {
        Self { batches: Vec::new(), rows: 0, bytes: 0, most_rows, most_bytes }
    }

    /// Adds a part of so many bytes, and gives all of them as one if they are enough.
    pub(super) fn add(
        &mut self,
        part: RecordBatch,
        bytes: usize,
    ) -> Result<Option<RecordBatch>, ArrowError> {
        self.rows += part.num_rows();
        self.bytes += bytes;
        self.batches.push(part);
        if self.rows >= self.most_rows || self.bytes >= self.most_bytes {
            return self.take();
        }
        Ok(None)
    }

    /// Those that are left, as one.
    pub(super) fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        (self.rows, self.bytes) = (0, 0);
        let whole = match &*self.batches {
            [] => return Ok(None),
            [part] => part.clone(),
            parts @ [first, ..] => concat_batches(first.schema_ref(), parts)?,
        };
        self.batches.clear();
        Ok(Some(whole))
    }
}

//! Damaged inputs without end: a start, and bytes that are repeated. Reading one must take twice as
//! long when it is twice as long.

/// What is repeated after what.
pub(crate) struct Damage {
    pub(crate) start: &'static [u8],
    pub(crate) unit: &'static [u8],
}

impl Damage {
    const fn new(start: &'static [u8], unit: &'static [u8]) -> Self {
        Self { start, unit }
    }

    /// The input with so many bytes, or a few less.
    pub(crate) fn make(&self, bytes: usize) -> Vec<u8> {
        let mut input = self.start.to_vec();
        input.extend(self.unit.repeat(bytes.saturating_sub(input.len()) / self.unit.len()));
        input
    }

    pub(crate) fn name(&self) -> String {
        format!("`{}`, `{}`", self.start.escape_ascii(), self.unit.escape_ascii())
    }
}

/// Where structure is damaged.
pub(crate) const STRUCTURE: &[Damage] = &[
    Damage::new(b"", b"]]"),
    Damage::new(b"", "\u{A0}".as_bytes()),
    Damage::new(b"", "\u{A0}!".as_bytes()),
    Damage::new(b"", "(\u{3000};A[x]\\n".as_bytes()),
    Damage::new(b"", b"A-a "),
    Damage::new(b"", b"(;-) "),
    Damage::new(b"", b"B[x]B[y]"),
    Damage::new(b"(;A[x]", b"]"),
    Damage::new(b"(;A[x]", "\u{A0}".as_bytes()),
    Damage::new(b"(;A[x]", "\u{A0}P0[y]".as_bytes()),
    Damage::new(b"(;A[x])", "\u{A0})".as_bytes()),
    Damage::new(b"(;A[x]", b"(;C[y])x[z]"),
    Damage::new(b"(;A[x]!", b"(;GM[1]"),
    Damage::new(b"(;B[x]", b"B[y]"),
    Damage::new(b"(;B[x]", b"[y]]"),
    Damage::new(b"(;", b"C[[x]) y]"),
    Damage::new(b"(;C[", b"[x]) y"),
    Damage::new(b"(;C[[x]", b"(;)"),
    Damage::new(b"(;", b"Aa[x]Ab[y]"),
    Damage::new(b"(;PB[", b"\n\nPW "),
];

/// Where the character sets of game trees cannot be told apart, or only by reading them again.
pub(crate) const CHARSETS: &[Damage] = &[
    // By bytes each value goes on into the next game tree, or to the end.
    Damage::new(b"", b"(;C[\x83\x5C]CA[Shift_JIS])"),
    Damage::new(b"", b"(;CA[Shift_JIS]C[\x83\x5C])"),
    Damage::new(b"", b"(;CA[GBK]C[\x81\x5D])"),
    // By characters none has an end.
    Damage::new(b"", b"(;CA[GBK]C[\x81])"),
    Damage::new(b"", b"(;CA[Big5]C[\xA6\\])"),
    // Nothing is declared, or something else each time.
    Damage::new(b"", b"(;C[\x83\x5C\x83\x5C\x82\xA0\x82\xA2\x82\xA4\x82\xA6])"),
    Damage::new(b"", b"(;C[\xC4\xE3\xBA\xC3\xCA\xC0\xBD\xE7])"),
    Damage::new(b"", b"(;CA[GBK]C[\x81])(;CA[UTF-8]C[\xE4\xBD\xA0\xE5])(;CA[Big5]C[\xA6])"),
    Damage::new(b"", b"(;CA[UTF-8]C[\xC4\xE3\xBA\xC3\xCA\xC0\xBD\xE7])"),
    Damage::new(b"", b"(;CA[ISO-2022-JP]C[\x1B$B8k])"),
    Damage::new(b"", b"(;CA[HZ]C[~{VPND~\\}])"),
    // Never closed, and cut out of one another.
    Damage::new(b"", b"(;CA[GBK]C[\x81\x5D]"),
    Damage::new(b"", b"(;GM[1](;CA[Shift_JIS]C[\x83\x5C];B[aa]"),
    Damage::new(b"", b"(;CA[Big5];C[\xA6\x5C\x5D]!"),
    Damage::new(b"", b"((;CA[GBK]C[\x81\x5D\\]"),
    Damage::new(b"", b"C[\x83\x5C]CA["),
    Damage::new(b"", b"\x83\x5C"),
    Damage::new(b"", b"(;[\xFF"),
    // Each may have to be read again.
    Damage::new(b"", b"(;C[caf\xE9]x)"),
    Damage::new(b"", b"(;PB[\xD0\xD0\xD1\xE9\xCD]x)"),
    Damage::new(b"", b"(;CA[Big5]PB[\xA5\x5C\xA5]x)"),
    Damage::new(b"", b"(;GM[1]CA[GBK]PB[caf\xE9];B[aa]"),
];

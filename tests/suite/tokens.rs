//! Sources that are drawn token by token: most of them nearly sound, so that their faults come
//! anywhere, and small numbers to make decisions with.

/// Numbers from a seed: SplitMix64 by Sebastiano Vigna, which is in the public domain.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 33) as usize % bound
    }
}

const NODES: [&str; 10] = [
    ";B[aa]",
    ";W[bb]",
    ";B[cc]C[x]",
    ";",
    ";AB[aa][bb]\n[cc]",
    " ;LB[aa:1][b\\:b:2]SZ[19]",
    ";C[a longer one, with \\] and \\\\]",
    ";PB[棋譜]",
    "; B [aa]",
    ";LONGNAME[]N[\r\n]",
];

const JUNK: [&str; 14] =
    ["(", ")", ";", "[", "]", "\\", "B", "b", "é", " ", "()", "C[", "(;", "\u{FEFF}"];

/// A source of about so many tokens; one in `fault_in` is drawn without regard to the grammar,
/// none if that is 0.
pub(crate) fn source(random: &mut Random, tokens: usize, fault_in: usize) -> String {
    let mut out = String::new();
    let mut depth = 0;
    // Whether the last token closed a tree, so that no node may follow.
    let mut closed = true;
    for _ in 0..tokens {
        if fault_in > 0 && random.below(fault_in) == 0 {
            out.push_str(JUNK[random.below(JUNK.len())]);
        }
        match random.below(8) {
            0 if depth > 0 => {
                out.push(')');
                (depth, closed) = (depth - 1, true);
            }
            1..=6 if !closed => out.push_str(NODES[random.below(NODES.len())]),
            _ => {
                out.push('(');
                out.push_str(NODES[random.below(NODES.len())].trim_start());
                (depth, closed) = (depth + 1, false);
            }
        }
        if random.below(10) == 0 {
            out.push_str([" ", "\n", "\t\r\n"][random.below(3)]);
        }
    }
    out.extend(std::iter::repeat_n(')', depth));
    out
}

//! The tests that see the crate as its users do: one binary, a module for each concern.

mod account;
mod allocations;
#[cfg(feature = "cli")]
mod archives;
#[cfg(feature = "cli")]
mod archives_damaged;
#[cfg(feature = "cli")]
mod archives_ends;
#[cfg(feature = "cli")]
mod archives_faults;
#[cfg(feature = "cli")]
mod archives_hostile;
#[cfg(feature = "cli")]
mod archives_library;
#[cfg(feature = "cli")]
mod archives_odd;
#[cfg(feature = "cli")]
mod archives_zip;
mod board;
mod board_checks;
mod board_hostile;
mod board_rules;
mod cases;
#[cfg(feature = "encoding")]
mod charset_rules;
mod charsets;
#[cfg(feature = "cli")]
mod check;
mod choose;
#[cfg(feature = "cli")]
mod choosing;
mod corpus;
mod damage;
#[cfg(feature = "cli")]
mod dedupe;
mod differential;
mod edits;
mod events;
#[cfg(feature = "serde")]
mod fixes;
mod flat;
mod game_info;
mod game_info_kinds;
mod game_info_sound;
mod game_reader;
#[cfg(feature = "cli")]
mod games;
#[cfg(feature = "cli")]
mod games_typed;
#[path = "../../benches/generator/mod.rs"]
mod generator;
mod golden;
mod guide;
mod handles;
mod hostile;
mod hostile_owned;
mod invariants;
#[path = "../../benches/jobs/mod.rs"]
#[allow(dead_code, reason = "the benchmarks do the rest")]
mod jobs;
#[cfg(feature = "encoding")]
mod languages;
#[cfg(feature = "cli")]
mod made_up;
#[cfg(feature = "encoding")]
mod mixtures;
#[cfg(feature = "cli")]
mod moves_rows;
mod naive_board;
mod naive_transform;
#[cfg(feature = "cli")]
mod named;
mod next_game;
mod oddities;
mod owned;
#[cfg(feature = "tables")]
mod partitions;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "cli")]
mod program_cat;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod program_files;
#[cfg(feature = "cli")]
mod program_fix;
#[cfg(feature = "cli")]
mod program_fmt;
#[cfg(feature = "cli")]
mod program_help;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod program_limits;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod program_output;
#[cfg(feature = "cli")]
mod program_pieces;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod program_progress;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod program_shown;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod program_signals;
#[cfg(feature = "cli")]
mod program_split;
#[cfg(feature = "cli")]
mod program_transform;
mod recovery;
mod reference;
mod reference_cases;
mod round_trip;
#[cfg(feature = "cli")]
mod rows;
mod settled;
mod sgfc;
mod shape;
#[cfg(feature = "cli")]
mod split_variations;
#[cfg(feature = "cli")]
mod stdin_records;
mod strip;
#[cfg(feature = "tables")]
mod tables;
mod tokens;
mod told;
mod tolerant;
mod transform;
mod value_checks;
mod values;
mod write;

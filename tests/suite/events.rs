//! The streaming reader beside the tree: the same things in the same order, the same faults, what
//! skips leave out, and that nothing is allocated.

use std::path::Path;
use std::thread;

use allocation_counter::measure;
use kifu::{Arena, ErrorKind, Event, Events, Flow, Parser, RawValue, Visitor};

use crate::generator;
use crate::tokens::{self, Random};
use crate::told::{Account, Told, everything, filtered, pulled, pushed};

/// The sources below `tests/` that are UTF-8, by their names, and those of the case files.
fn sources() -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut sources = Vec::new();
    for folder in ["golden", "records"] {
        for entry in std::fs::read_dir(tests.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "sgf") {
                sources.extend(std::fs::read_to_string(path));
            }
        }
    }
    let mut cases = 0;
    for name in ["canonical-data", "strict-cases", "reading", "text-cases"] {
        let text = std::fs::read_to_string(tests.join(format!("data/{name}.json"))).unwrap();
        let mut waiting: Vec<serde_json::Value> = vec![serde_json::from_str(&text).unwrap()];
        // Every string of the case files is an input: what else it may be does not matter.
        while let Some(value) = waiting.pop() {
            match value {
                serde_json::Value::String(text) => {
                    cases += 1;
                    sources.push(format!("(;X[{text}])"));
                    sources.push(text);
                }
                serde_json::Value::Array(values) => waiting.extend(values),
                serde_json::Value::Object(values) => {
                    waiting.extend(values.into_iter().map(|(_, value)| value));
                }
                _ => {}
            }
        }
    }
    assert!(sources.len() - 2 * cases >= 30, "golden files and records");
    assert!(cases >= 300, "{cases} cases");
    sources
}

#[test]
fn every_file_and_case_is_told_as_it_is_parsed() {
    for source in sources() {
        let (reported, result) = everything(&source);
        assert!(result.is_err() || reported.len() >= 3, "{source:?}");
    }
}

#[test]
fn every_generated_set_is_told_as_it_is_parsed() {
    for (_, set) in generator::SETS {
        let files = set(7, 100_000);
        for source in files.iter().map(String::as_str).chain([&*files.concat()]) {
            let (reported, result) = everything(source);
            assert_eq!(result, Ok(()));
            assert!(reported.len() > 10);
        }
    }
}

#[test]
fn random_sources_are_told_as_they_are_parsed() {
    let mut random = Random::new(1);
    let (mut sound, mut faulty) = (0, 0);
    for round in 0..4000 {
        let size = 1 + random.below(60);
        let source = tokens::source(&mut random, size, [0, 8, 40][round % 3]);
        match everything(&source).1 {
            Ok(()) => sound += 1,
            Err(_) => faulty += 1,
        }
    }
    assert!(sound > 1000 && faulty > 1000, "{sound} sound, {faulty} faulty");
}

/// What a random caller wants after each event, mostly to go on.
fn script(seed: u64, skip_in: usize) -> impl Fn(usize) -> Flow {
    move |number| {
        let mut random = Random::new(seed ^ (number as u64) << 20);
        match random.below(skip_in) {
            0 => match random.below(12) {
                0..4 => Flow::SkipNode,
                4..8 => Flow::SkipVariation,
                8..11 => Flow::SkipGame,
                _ => Flow::Stop,
            },
            _ => Flow::Continue,
        }
    }
}

fn check_skips(source: &str, all: &Account, script: &dyn Fn(usize) -> Flow) {
    let expected = filtered(all, script);
    assert_eq!(pushed(source, script), expected, "{source:?}");
    assert_eq!(pulled(source, script), expected, "{source:?}");
}

#[test]
fn skips_leave_out_what_a_filter_would() {
    let mut random = Random::new(2);
    for round in 0..4000 {
        // Some are longer than the buffer of the iterator.
        let size = 1 + random.below(if round % 4 == 0 { 300 } else { 30 });
        let source = tokens::source(&mut random, size, [0, 0, 8, 40][round % 4]);
        let all = everything(&source);
        for skip_in in [1, 3, 10, 40] {
            check_skips(&source, &all, &script(round as u64, skip_in));
        }
    }
}

#[test]
fn a_skip_at_every_event_of_a_small_source() {
    let mut source = String::from("(;B[aa]C[x]AB[aa][bb](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))");
    source.push_str(" (;B[gg];W[hh]CR[aa][bb][cc])");
    // The same with a fault at every place that a skip might pass over.
    let faults = (1..source.len()).map(|at| source[..at].to_owned() + "!" + &source[at..]);
    for source in std::iter::once(source.clone()).chain(faults) {
        let all = everything(&source);
        for event in 0..all.0.len() {
            for flow in [Flow::SkipNode, Flow::SkipVariation, Flow::SkipGame, Flow::Stop] {
                let script = |number| if number == event { flow } else { Flow::Continue };
                check_skips(&source, &all, &script);
            }
        }
    }
}

#[test]
fn skips_of_the_iterator_see_what_is_buffered_and_what_is_not() {
    // Properties, variations and nodes that reach beyond the buffer from any place in it.
    let node = format!(";{}", "AB[aa][bb][cc]".repeat(40));
    let deep = "(;B[aa]".repeat(50) + &")".repeat(50);
    for moves in 0..70 {
        let source = format!("(;{}{node}{deep}{deep})(;)", ";B[aa]".repeat(moves));
        let all = pushed(&source, &|_| Flow::Continue);
        assert_eq!(pulled(&source, &|_| Flow::Continue), all);
        let first_property = 2 + 3 * moves;
        for event in first_property..first_property + 60 {
            for flow in [Flow::SkipNode, Flow::SkipVariation, Flow::SkipGame] {
                let script = |number| if number == event { flow } else { Flow::Continue };
                check_skips(&source, &all, &script);
            }
        }
    }
}

#[test]
fn values_say_what_those_of_the_tree_say() {
    let mut read = 0;
    let generated = generator::SETS.into_iter().flat_map(|(_, set)| set(3, 30_000));
    for source in sources().into_iter().chain(generated) {
        let arena = Arena::new();
        let Ok(collection) = kifu::parse(&arena, &source) else { continue };
        let values = collection.nodes().flat_map(kifu::Node::properties);
        let mut values = values.flat_map(kifu::Property::values);
        for event in Events::new(&source) {
            let Ok(Event::Value(event)) = event else { continue };
            let value = values.next().unwrap();
            assert_eq!(event.raw(), value.raw());
            assert_eq!(event.span(), value.span());
            assert_eq!(event.text(), *value.cow());
            assert_eq!(event.simple_text(), value.simple_text());
            assert_eq!(event.compose(), value.compose());
            let copied = |text| matches!(text, std::borrow::Cow::Owned(_));
            assert_eq!(copied(event.text()), copied(value.cow().clone()));
            read += 1;
        }
        assert!(values.next().is_none());
    }
    assert!(read > 5000, "{read} values");
}

/// Counts nodes and the bytes of values.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    nodes: usize,
    bytes: usize,
}

impl Visitor<'_> for Counts {
    fn node(&mut self, _: usize) -> Flow {
        self.nodes += 1;
        Flow::Continue
    }

    fn value(&mut self, value: RawValue<'_>) -> Flow {
        self.bytes += value.raw().len();
        Flow::Continue
    }
}

fn pulled_counts(source: &str) -> Counts {
    let mut counts = Counts::default();
    for event in Events::new(source) {
        match event {
            Ok(Event::Node(_)) => counts.nodes += 1,
            Ok(Event::Value(value)) => counts.bytes += value.raw().len(),
            _ => {}
        }
    }
    counts
}

#[test]
fn nothing_is_allocated() {
    let source = generator::mix(5, 300_000).concat() + "(;C[\\]\t\\:]LB[a\\:b:c])(;x";
    let mut counts = Counts::default();
    let info = measure(|| {
        kifu::visit(&source, &mut counts).unwrap_err();
        assert_eq!(pulled_counts(&source), counts);
        let mut events = Events::new(&source);
        while events.next().is_some() {
            events.skip_variation();
        }
    });
    assert!(counts.nodes > 10_000);
    assert_eq!(info.count_total, 0);
}

#[test]
fn a_text_is_copied_when_asked_for() {
    let values = |source| {
        Events::new(source).filter_map(|event| match event {
            Ok(Event::Value(value)) => Some(value),
            _ => None,
        })
    };
    let read = |source| {
        measure(|| {
            values(source).for_each(|value| {
                std::hint::black_box((value.text(), value.compose()));
            });
        })
    };
    assert_eq!(read("(;C[plain: text]LB[aa:1][bb:2])").count_total, 0);
    assert_eq!(read("(;C[escaped \\] text])").count_total, 1);
}

#[test]
fn the_iterator_is_small() {
    assert!(size_of::<Events<'_>>() < 1024, "{}", size_of::<Events<'_>>());
    assert!(size_of::<Event<'_>>() <= 40, "{}", size_of::<Event<'_>>());
}

/// Says the same after every event.
struct Always(Flow);

impl Visitor<'_> for Always {
    fn open_game(&mut self, _: usize) -> Flow {
        self.0
    }

    fn node(&mut self, _: usize) -> Flow {
        self.0
    }

    fn property(&mut self, _: kifu::Ident<'_>) -> Flow {
        self.0
    }

    fn value(&mut self, _: RawValue<'_>) -> Flow {
        self.0
    }
}

/// Says something once, after so many events.
struct Once(usize, Flow);

impl Once {
    fn next(&mut self) -> Flow {
        let flow = if self.0 == 0 { self.1 } else { Flow::Continue };
        self.0 = self.0.wrapping_sub(1);
        flow
    }
}

impl Visitor<'_> for Once {
    fn open_game(&mut self, _: usize) -> Flow {
        self.next()
    }

    fn node(&mut self, _: usize) -> Flow {
        self.next()
    }

    fn property(&mut self, _: kifu::Ident<'_>) -> Flow {
        self.next()
    }

    fn value(&mut self, _: RawValue<'_>) -> Flow {
        self.next()
    }
}

#[test]
fn bounds_hold_in_what_is_skipped_too() {
    let parser = Parser::with_options(kifu::ParseOptions::new().max_depth(3).max_nodes(5));
    for (source, at, kind) in [
        ("(;(;(;(;))))", 6, ErrorKind::TooDeep { limit: 3 }),
        ("(;B[aa];B[aa];;;;)", 16, ErrorKind::TooManyNodes { limit: 5 }),
        ("(;;;)(;;;)", 8, ErrorKind::TooManyNodes { limit: 5 }),
    ] {
        for flow in [Flow::Continue, Flow::SkipNode, Flow::SkipVariation, Flow::SkipGame] {
            let error = parser.visit(source, Always(flow)).err().unwrap();
            assert_eq!((error.span().start(), error.kind()), (at, kind), "{source} {flow:?}");
            let mut events = parser.events(source);
            let error = loop {
                match events.next().unwrap() {
                    Err(error) => break error,
                    Ok(_) => match flow {
                        Flow::SkipNode => events.skip_node(),
                        Flow::SkipVariation => events.skip_variation(),
                        Flow::SkipGame => events.skip_game(),
                        _ => {}
                    },
                }
            };
            assert_eq!((error.span().start(), error.kind()), (at, kind), "{source} {flow:?}");
        }
    }
    // The last node that is allowed, where the rest is skipped from.
    for source in [";;;;;", ";;;;;B[aa]", ";;;;;C[x]AB[aa][bb]"].map(|nodes| format!("({nodes})")) {
        for event in 0..pushed(&source, &|_| Flow::Continue).0.len() {
            for flow in [Flow::SkipNode, Flow::SkipVariation, Flow::SkipGame] {
                assert!(
                    parser.visit(&source, Once(event, flow)).is_ok(),
                    "{source} {event} {flow:?}"
                );
            }
        }
    }
    let parser = Parser::with_options(kifu::ParseOptions::new().max_bytes(6));
    let kind = ErrorKind::InputTooLong { limit: 6 };
    assert_eq!(parser.visit("(;B[a])", Counts::default()).unwrap_err().kind(), kind);
    let mut events = parser.events("(;B[a])");
    assert_eq!(events.next().unwrap().unwrap_err().kind(), kind);
    assert!(events.next().is_none());
}

#[test]
fn hostile_sources_on_a_small_stack() {
    let sources = [
        "(;".repeat(200_000) + &")".repeat(1_000_000),
        format!("(;{})", "(;B[aa])".repeat(200_000)),
        format!("(;AB{})", "[a\\a]".repeat(200_000)),
        format!("(;C[{}])", "\\]".repeat(200_000)),
        "(;)".repeat(200_000),
        "(".repeat(200_000),
        "(;C[\\".repeat(300_000),
        "\u{FEFF}".repeat(300_000),
    ];
    let work = move || {
        for source in &sources {
            let mut counts = Counts::default();
            let result = kifu::visit(source, &mut counts).map(|_| ());
            assert_eq!(result.is_err(), kifu::parse(&Arena::new(), source).is_err());
            assert_eq!(pulled_counts(source), counts);
            let mut events = Events::new(source);
            let mut closes = 0;
            while let Some(event) = events.next() {
                closes += usize::from(matches!(event, Ok(Event::CloseVariation(_))));
                events.skip_variation();
            }
            assert!(closes <= 1, "what stands in a skipped tree is not told of");
        }
    };
    thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_stop_hides_what_follows() {
    let script = |number| if number == 3 { Flow::Stop } else { Flow::Continue };
    let (reported, result) = pushed("(;B[aa]!", &script);
    assert_eq!(reported.last(), Some(&Told::Value(4, 6)));
    assert_eq!(result, Ok(()));
}

//! What events tell, in a form that can be compared: recorded from a visitor and from the
//! iterator, filtered the naive way, and held against a tree. The fuzzer uses it too.

use kifu::{Arena, Collection, Error, ErrorKind, Event, Events, Flow, Ident, RawValue, Visitor};

/// An event, as its kind and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    OpenGame(usize),
    OpenVariation(usize),
    Node(usize),
    Property(usize, usize),
    Value(usize, usize),
    CloseVariation(usize),
    CloseGame(usize),
}

impl Told {
    fn is_open(self) -> bool {
        matches!(self, Self::OpenGame(_) | Self::OpenVariation(_))
    }

    fn is_close(self) -> bool {
        matches!(self, Self::CloseGame(_) | Self::CloseVariation(_))
    }

    fn property(ident: Ident<'_>) -> Self {
        Self::Property(ident.span().start(), ident.span().end())
    }

    fn value(value: RawValue<'_>) -> Self {
        assert_eq!(value.raw().len(), value.span().len());
        Self::Value(value.span().start(), value.span().end())
    }
}

/// What was reported, and the fault at the end of it. If the caller stopped, there is none.
pub(crate) type Account = (Vec<Told>, Result<(), Error>);

/// What the caller wants after the event with this number.
pub(crate) type Script<'s> = &'s dyn Fn(usize) -> Flow;

struct Recorder<'s> {
    reported: Vec<Told>,
    script: Script<'s>,
}

impl Recorder<'_> {
    fn record(&mut self, reported: Told) -> Flow {
        self.reported.push(reported);
        (self.script)(self.reported.len() - 1)
    }
}

impl<'a> Visitor<'a> for Recorder<'_> {
    fn open_game(&mut self, at: usize) -> Flow {
        self.record(Told::OpenGame(at))
    }

    fn open_variation(&mut self, at: usize) -> Flow {
        self.record(Told::OpenVariation(at))
    }

    fn node(&mut self, at: usize) -> Flow {
        self.record(Told::Node(at))
    }

    fn property(&mut self, ident: Ident<'a>) -> Flow {
        self.record(Told::property(ident))
    }

    fn value(&mut self, value: RawValue<'a>) -> Flow {
        self.record(Told::value(value))
    }

    fn close_variation(&mut self, end: usize) -> Flow {
        self.record(Told::CloseVariation(end))
    }

    fn close_game(&mut self, end: usize) -> Flow {
        self.record(Told::CloseGame(end))
    }
}

/// What a visitor is reported that follows the script.
pub(crate) fn pushed(source: &str, script: Script<'_>) -> Account {
    let mut recorder = Recorder { reported: Vec::new(), script };
    let result = kifu::visit(source, &mut recorder).map(|_| ());
    (recorder.reported, result)
}

/// What the iterator gives to a caller that follows the script.
pub(crate) fn pulled(source: &str, script: Script<'_>) -> Account {
    let mut reported = Vec::new();
    let mut events = Events::new(source);
    while let Some(event) = events.next() {
        reported.push(match event {
            Ok(Event::OpenGame(at)) => Told::OpenGame(at),
            Ok(Event::OpenVariation(at)) => Told::OpenVariation(at),
            Ok(Event::Node(at)) => Told::Node(at),
            Ok(Event::Property(ident)) => Told::property(ident),
            Ok(Event::Value(value)) => Told::value(value),
            Ok(Event::CloseVariation(end)) => Told::CloseVariation(end),
            Ok(Event::CloseGame(end)) => Told::CloseGame(end),
            Ok(event) => panic!("{event:?} is not reported to visitors"),
            Err(error) => {
                assert!(events.next().is_none(), "nothing follows a fault");
                return (reported, Err(error));
            }
        });
        match script(reported.len() - 1) {
            Flow::SkipNode => events.skip_node(),
            Flow::SkipVariation => events.skip_variation(),
            Flow::SkipGame => events.skip_game(),
            Flow::Stop => return (reported, Ok(())),
            _ => {}
        }
    }
    assert!(events.next().is_none());
    (reported, Ok(()))
}

/// What should be reported to a caller that follows the script, out of everything.
pub(crate) fn filtered((all, result): &Account, script: Script<'_>) -> Account {
    let mut reported = Vec::new();
    let (mut at, mut depth) = (0, 0);
    while let Some(&next) = all.get(at) {
        reported.push(next);
        depth = depth + usize::from(next.is_open()) - usize::from(next.is_close());
        at += 1;
        let target = match script(reported.len() - 1) {
            Flow::Stop => return (reported, Ok(())),
            Flow::SkipNode => {
                while matches!(all.get(at), Some(Told::Property(..) | Told::Value(..))) {
                    at += 1;
                }
                continue;
            }
            Flow::SkipVariation => depth,
            Flow::SkipGame => depth.min(1),
            _ => continue,
        };
        while let Some(skipped) = all.get(at).filter(|_| target > 0) {
            if skipped.is_close() && depth == target {
                break;
            }
            depth = depth + usize::from(skipped.is_open()) - usize::from(skipped.is_close());
            at += 1;
        }
    }
    (reported, *result)
}

/// Everything that there is to tell of a source, reported in both ways, held against its tree.
pub(crate) fn everything(source: &str) -> Account {
    let all = pushed(source, &|_| Flow::Continue);
    assert_eq!(pulled(source, &|_| Flow::Continue), all, "{source:?}");
    let arena = Arena::new();
    match kifu::parse(&arena, source) {
        Ok(collection) => {
            assert_eq!(all.1, Ok(()), "{source:?}");
            check_against_tree(&all.0, collection);
        }
        Err(error) if error.kind() == ErrorKind::DuplicateProperty => {
            let span = error.span();
            assert!(all.1.is_err() || all.0.contains(&Told::Property(span.start(), span.end())));
        }
        Err(error) => assert_eq!(all.1, Err(error), "{source:?}"),
    }
    all
}

/// The nodes, their parents, properties and values, and the game trees are those of the tree.
fn check_against_tree(reported: &[Told], collection: Collection<'_>) {
    let source = collection.source();
    let (mut games, mut nodes) = (collection.game_trees(), collection.nodes());
    let (mut properties, mut values) = (None, None);
    // The node before the current place in its sequence, and those before the open parentheses.
    let (mut last, mut waiting) = (None, Vec::new());
    let mut game_end = 0;
    for &reported in reported {
        if !matches!(reported, Told::Value(..)) {
            check_done(values.take());
        }
        if !matches!(reported, Told::Property(..) | Told::Value(..)) {
            check_done(properties.take());
        }
        match reported {
            Told::OpenGame(at) => {
                let game = games.next().unwrap();
                assert_eq!(game.span().start(), at);
                assert!(last.is_none() && waiting.is_empty());
                game_end = game.span().end();
                waiting.push(None);
            }
            Told::OpenVariation(at) => {
                assert_eq!(source[at], b'(');
                waiting.push(last);
            }
            Told::Node(at) => {
                let node = nodes.next().unwrap();
                assert_eq!((node.span().start(), node.parent()), (at, last));
                properties = Some(node.properties());
                last = Some(node);
            }
            Told::Property(start, end) => {
                let property = properties.as_mut().unwrap().next().unwrap();
                assert_eq!(property.ident_span().range(), start..end);
                values = Some(property.values());
            }
            Told::Value(start, end) => {
                let value = values.as_mut().unwrap().next().unwrap();
                assert_eq!(value.span().range(), start..end);
            }
            Told::CloseVariation(end) => {
                assert_eq!(source[end - 1], b')');
                last = waiting.pop().unwrap();
            }
            Told::CloseGame(end) => {
                assert_eq!(end, game_end);
                last = waiting.pop().unwrap();
            }
        }
    }
    assert!(games.next().is_none() && nodes.next().is_none() && waiting.is_empty());
}

/// Whether nothing is left that should have been told of.
fn check_done(left: Option<impl Iterator>) {
    assert!(left.is_none_or(|mut left| left.next().is_none()));
}

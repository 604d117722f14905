//! What holds for every tolerant reading, whatever the input: how it stands to strict reading, and
//! that it accounts for each byte. The fuzz targets include this file too.

use std::ops::Range;

use kifu::{Action, Arena, Before, Code, CodeClass, Collection, ErrorKind, Parser, Survey};

use crate::invariants;

/// Reads the input tolerantly and strictly, and holds one against the other and against the input.
pub(crate) fn check(parser: &mut Parser, source: &[u8]) {
    let (arena, twin) = (Arena::new(), Arena::new());
    let collection = parser.read(&arena, source);
    invariants::check_links(collection);
    let mut diagnostics = collection.diagnostics().iter();
    match parser.parse_bytes(&twin, source) {
        Ok(strict) => {
            assert_eq!(collection, strict);
            assert!(!diagnostics.any(|found| is_fault(found.code())), "{source:?}");
        }
        Err(error) => {
            assert!(diagnostics.any(|found| is_fault(found.code())), "{error}");
            // Up to its fault the input is sound, so that its nodes are those that strict reading
            // has seen. A bad byte alone stands in a value, which has no end without what follows.
            if !matches!(error.kind(), ErrorKind::InvalidEncoding { .. }) {
                let before = parser.read(&twin, &source[..error.span().start()]);
                let end = taken_back(collection).unwrap_or(source.len());
                let count = |collection: Collection<'_>| {
                    collection.nodes().filter(|node| node.span().start() < end).count()
                };
                assert!(count(collection) >= count(before), "{error}");
            }
        }
    }
    check_diagnostics(collection);
    check_survey(&parser.survey(source), collection);
    // What was decoded as a whole has characters of other bytes between its parts.
    let is_decoded = |game: kifu::GameTree<'_>| {
        let name = game.charset().name();
        ["UTF-16", "UTF-32", "ISO-2022", "HZ"].iter().any(|whole| name.starts_with(whole))
    };
    if collection.game_trees().any(is_decoded) {
        return;
    }
    check_bytes(collection);
    if let Some(first) = collection.first_game_tree() {
        let (at, before) = (first.span().end(), || Before::of(source));
        let rest = parser.read_rest(&twin, source, at, &mut before());
        check_survey(&parser.survey_rest(source, at, &mut before()), rest);
    }
    for game in collection.game_trees() {
        let span = game.span().range();
        let root = game.root().span().start();
        assert!(source[span.start] == b'(' || span.start == root, "{span:?} of {source:?}");
        for node in game.nodes() {
            let node = node.span().range();
            assert!(
                span.start <= node.start && node.end <= span.end,
                "{node:?} {span:?} {:?}",
                source.escape_ascii().to_string()
            );
        }
    }
}

/// Where the first place is at which what looked like nodes turned out to be none: a smiley, which
/// is text, or a value that goes on.
fn taken_back(collection: Collection<'_>) -> Option<usize> {
    use Code::{NoTree, TextAfterTree, TextBeforeTree, UnescapedBracket};
    let codes = [NoTree, TextAfterTree, TextBeforeTree, UnescapedBracket];
    let mut found = collection.diagnostics().iter();
    found.find(|found| codes.contains(&found.code())).map(|found| found.span().start())
}

/// Holds a survey against the collection that was made of the same.
fn check_survey(survey: &Survey<'_>, collection: Collection<'_>) {
    let properties = || collection.nodes().flat_map(kifu::Node::properties);
    assert_eq!(survey.node_count(), collection.nodes().len());
    assert_eq!(survey.property_count(), properties().count());
    assert_eq!(survey.value_count(), properties().map(|it| it.values().len()).sum::<usize>());
    assert!(survey.diagnostics().eq(collection.diagnostics().iter().copied()));
    assert_eq!(survey.omitted_diagnostics(), collection.omitted_diagnostics());
    assert_eq!(survey.game_trees().len(), collection.game_trees().len());
    for (surveyed, game) in survey.game_trees().zip(collection.game_trees()) {
        assert_eq!((surveyed.index(), surveyed.span()), (game.index(), game.span()));
        assert_eq!(surveyed.charset(), game.charset());
        assert_eq!(surveyed.charset_source(), game.charset_source());
        assert_eq!(surveyed.root_text("no ident"), None);
        for property in game.root().properties() {
            let text = surveyed.root_text(property.ident());
            assert_eq!(text.as_deref(), Some(property.first_value().text()));
            // As it is written it is one if that is its name.
            let raw = property.ident_span().range();
            if let Ok(written) = std::str::from_utf8(&collection.source()[raw]) {
                assert_eq!(surveyed.root_text(written).as_deref(), game.root().text(written));
            }
        }
    }
}

/// Whether strict reading has a fault where tolerant reading gives this code: all but that a value
/// is suspicious, and that a character set had to be found.
fn is_fault(code: Code) -> bool {
    code.class() != CodeClass::Charset && code != Code::SuspiciousValue
}

fn check_diagnostics(collection: Collection<'_>) {
    let games = collection.game_trees().len();
    let mut cut = vec![false; games];
    for found in collection.diagnostics() {
        assert!(found.span().end() <= collection.source().len());
        assert!(found.game().is_none_or(|game| game < games), "{found:?}");
        if found.code() == Code::RecordCut {
            let game = found.game().expect("a record is cut out of a game tree");
            assert!(!std::mem::replace(&mut cut[game], true), "cut twice: {found:?}");
            assert!(game + 1 < games, "a cut makes a game tree: {found:?}");
        }
    }
    let no_tree = |found: &kifu::Diagnostic| found.code() == Code::NoTree;
    let is_complete = collection.omitted_diagnostics() == 0;
    assert!(!is_complete || collection.diagnostics().iter().any(no_tree) == (games == 0));
    assert!(collection.diagnostics().is_sorted_by_key(|found| found.span()));
    let mut odd = vec![false; games];
    for found in collection.diagnostics().iter().filter(|it| it.code() == Code::OddWhiteSpace) {
        let twice = found.game().is_some_and(|game| std::mem::replace(&mut odd[game], true));
        assert!(!twice, "odd white space twice in a game: {found:?}");
    }
}

/// What is kept, and what diagnostics say is not.
struct Account {
    kept: Vec<Range<usize>>,
    lost: Vec<Range<usize>>,
}

/// Each byte but white space and parentheses is kept once, or said to be skipped or joined, and
/// never both.
pub(crate) fn check_bytes(collection: Collection<'_>) {
    if collection.omitted_diagnostics() > 0 {
        return;
    }
    let source = collection.source();
    let shown = String::from_utf8_lossy(source);
    let Account { kept, lost } = account(collection);
    let mut runs = Runs::new(collection);
    let mut end = 0;
    let (mut kept, mut lost) = (kept.into_iter().peekable(), lost.into_iter().peekable());
    loop {
        let piece = match (kept.peek(), lost.peek()) {
            (Some(next), Some(other)) if other.start < next.start => lost.next(),
            (None, _) => lost.next(),
            _ => kept.next(),
        };
        let piece = piece.unwrap_or(source.len()..source.len());
        let between = source.get(end..piece.start);
        let between =
            between.unwrap_or_else(|| panic!("{piece:?} overlaps what ends at {end} in {shown:?}"));
        let mut rest = without_odd_space(between);
        let is_told = |found: &kifu::Diagnostic| found.code() == Code::OddWhiteSpace;
        assert!(
            rest.len() == between.len() || collection.diagnostics().iter().any(is_told),
            "no word of odd white space in {shown:?}"
        );
        let in_run = runs.pass(end, &rest, &piece, source);
        if source.get(piece.start) == Some(&b'[') && in_run {
            // The name of a property after a variation, whose values were joined to others.
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
            let end = rest.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
            let start = rest[..end].iter().rposition(|byte| !is_part(byte)).map_or(0, |it| it + 1);
            rest.truncate(start);
        }
        let is_free = |byte: &u8| is_space(byte) || b"()".contains(byte);
        assert!(rest.iter().all(is_free), "no word of {between:?} in {shown:?}");
        if piece.start == source.len() {
            break;
        }
        end = piece.end;
    }
}

fn is_space(byte: &u8) -> bool {
    b" \t\n\r\x0B\x0C".contains(byte)
}

/// The runs of properties after variations, of which each is reported at its first name.
struct Runs {
    starts: Vec<usize>,
    is_inside: bool,
}

impl Runs {
    fn new(collection: Collection<'_>) -> Self {
        let found = collection.diagnostics().iter();
        let found = found.filter(|found| found.code() == Code::PropertyAfterVariation);
        Self { starts: found.map(|found| found.span().start()).collect(), is_inside: false }
    }

    /// Passes what stands between two pieces, from `at` on, and says whether the second piece
    /// belongs to a run, or a name before it does.
    fn pass(&mut self, at: usize, rest: &[u8], piece: &Range<usize>, source: &[u8]) -> bool {
        let ends = rest.iter().any(|byte| b"()".contains(byte));
        let starts = self.starts.iter().any(|start| (at..=piece.start).contains(start));
        self.is_inside = (self.is_inside && !ends) || starts;
        let is_run = self.is_inside;
        self.is_inside &= source.get(piece.start) != Some(&b';');
        is_run
    }
}

/// The bytes without the white space that is reported once for a game tree.
fn without_odd_space(bytes: &[u8]) -> Vec<u8> {
    let mut rest = bytes.escape_ascii().to_string();
    for odd in ["\u{A0}", "\u{1680}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}"] {
        rest = rest.replace(&odd.as_bytes().escape_ascii().to_string(), "");
    }
    for odd in ('\u{2000}'..='\u{200B}').chain(['\u{FEFF}']) {
        rest = rest.replace(&odd.to_string().as_bytes().escape_ascii().to_string(), "");
    }
    for odd in ["\\\\n", "\\\\r", "\\\\t"] {
        rest = rest.replace(odd, "");
    }
    // What is left is white space and parentheses, or none of that.
    for (space, byte) in
        [("\\t", "\t"), ("\\n", "\n"), ("\\r", "\r"), ("\\x0b", "\x0B"), ("\\x0c", "\x0C")]
    {
        rest = rest.replace(space, byte);
    }
    if rest.len() == bytes.len() { bytes.to_vec() } else { rest.into_bytes() }
}

fn account(collection: Collection<'_>) -> Account {
    let source = collection.source();
    let mut kept = Vec::new();
    if source.starts_with(b"\xEF\xBB\xBF") && collection.root().is_some() {
        kept.push(0..3);
    }
    for node in collection.nodes() {
        let start = node.span().start();
        if source[start] == b';' {
            kept.push(start..start + 1);
        }
        for property in node.properties() {
            kept.push(property.ident_span().range());
            let brackets = |value: kifu::Value<'_>| {
                value.span().start() - 1..source.len().min(value.span().end() + 1)
            };
            kept.extend(property.values().map(brackets));
        }
    }
    kept.sort_by_key(|range| range.start);
    let mut lost: Vec<Range<usize>> = Vec::new();
    let whole_first = |range: &Range<usize>| (range.start, usize::MAX - range.end);
    let is_out = |found: &&kifu::Diagnostic| {
        // These are reported once for all of them.
        matches!(found.action(), Action::Skipped | Action::Joined)
            && !found.span().is_empty()
            && ![Code::OddWhiteSpace, Code::PropertyAfterVariation].contains(&found.code())
    };
    let spans = collection.diagnostics().iter().filter(is_out).map(|found| found.span().range());
    let mut spans: Vec<_> = spans.collect();
    spans.sort_by_key(whole_first);
    for span in spans {
        match lost.last() {
            // Something else may be wrong inside what is skipped.
            Some(last) if span.start < last.end => assert!(span.end <= last.end, "{span:?}"),
            _ => lost.push(span),
        }
    }
    Account { kept, lost }
}

//! What one game tree is written in, given its `CA` and its values. Reading it again is left to
//! others. `C1` to `C7` are the rules, which the README lists.

use super::label::Label;
use crate::charset::{
    Charset, CharsetSource, Decoder, Double, Form, GameCharset, Utf8Count, guess,
    is_double_byte_text, may_be_double_byte,
};
use crate::diagnostic::Code;
use crate::scratch::{BeyondAscii, GameValues};
use crate::span::Span;

/// A character set for a game tree, and what is to be told about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) charset: Charset,
    pub(super) source: CharsetSource,
    pub(super) by_bytes: bool,
    /// Whether the input has to be decoded as a whole.
    pub(super) is_whole: bool,
    /// Whether nothing more can be found out by reading the game tree as it wants to be read.
    pub(super) is_final: bool,
    pub(super) code: Option<Code>,
    /// Whether `CA` names no known character set.
    pub(super) unknown: bool,
    /// Where that stands which the codes are about.
    pub(super) place: Option<Span>,
    /// Whether it rests on a `CA` that only the reading by pairs has found.
    pub(super) by_pairs: bool,
}

impl Choice {
    fn new(charset: Charset, source: CharsetSource) -> Self {
        Self {
            charset,
            source,
            by_bytes: false,
            is_whole: false,
            is_final: true,
            code: None,
            unknown: false,
            place: None,
            by_pairs: false,
        }
    }

    /// C1: what no `CA` can change.
    pub(super) fn fixed(fixed: GameCharset, label: Option<(Span, Option<Charset>)>) -> Self {
        let mut choice = Self::new(fixed.charset, fixed.source);
        if let (Some((place, declared)), true) = (label, fixed.source != CharsetSource::Overruled) {
            choice.place = Some(place);
            choice.unknown = declared.is_none();
            if declared.is_some_and(|declared| fixed.charset.contradicts(declared)) {
                choice.code = Some(Code::CharsetConflict);
            }
        }
        choice
    }

    /// The character set, if it is the declared one.
    pub(super) fn declared(self) -> Option<Charset> {
        (self.source == CharsetSource::Declared).then_some(self.charset)
    }

    /// C6: in the place of a declared one.
    fn corrected(self) -> Self {
        let (source, code) = (CharsetSource::Corrected, Some(Code::CharsetConflict));
        Self { source, code, ..self }
    }

    /// C6: what is left without reading the game tree again.
    pub(super) fn as_it_is(self, reading: Option<Double>) -> Self {
        let by_bytes = reading.is_none() && self.charset.double().is_some();
        let conflict = by_bytes.then_some(Code::CharsetConflict);
        Self { by_bytes, code: self.code.or(conflict), ..self }
    }

    /// C7: the same character set with escapes that take a byte along.
    pub(super) fn by_bytes(self) -> Self {
        Self { by_bytes: true, code: Some(Code::CharsetConflict), ..self }
    }
}

/// A game tree as it was read.
pub(super) struct Game<'t> {
    /// The input.
    pub(super) bytes: &'t [u8],
    pub(super) span: Span,
    /// Whether all of it is UTF-8.
    pub(super) is_text: bool,
    /// How it was read.
    pub(super) reading: Option<Double>,
    pub(super) values: GameValues<'t>,
    /// Those of the values that are not ASCII.
    pub(super) beyond_ascii: &'t mut [BeyondAscii],
    /// What the game tree without `CA` before this one was guessed to be in.
    pub(super) last_guess: Option<Charset>,
    /// Whether it is the first of the input.
    pub(super) is_first: bool,
}

impl<'t> Game<'t> {
    /// Takes the rules one after the other; `label` is where the value of `CA` stands.
    pub(super) fn choose(&mut self, label: Option<Label>) -> Choice {
        let declared = label.map(|it| Charset::from_label(&self.bytes[it.span.range()]));
        let choice = match declared {
            Some(Some(charset)) => self.declared(charset),
            Some(None) => Choice { unknown: true, ..self.undeclared() },
            None => self.undeclared(),
        };
        let first = self.beyond_ascii.iter().find(|it| it.is_evidence).map(|it| it.span);
        let place = label.map(|it| it.span).or(first);
        Choice { place, by_pairs: label.is_some_and(|it| it.by_pairs), ..choice }
    }

    fn spans(&self) -> impl Iterator<Item = Span> + Clone + use<'t> {
        self.values.iter().map(|it| Span::new(it.start as usize, it.end as usize))
    }

    /// The evidence: the texts that are not ASCII.
    fn texts(&self) -> impl Iterator<Item = &'t [u8]> + Clone + use<'_, 't> {
        let bytes = self.bytes;
        let evidence = self.beyond_ascii.iter().filter(|value| value.is_evidence);
        evidence.map(move |value| &bytes[value.span.range()])
    }

    /// The evidence; where a text ends in a lead byte, with its `]`, which may belong to that.
    fn texts_with_brackets(&self) -> impl Iterator<Item = &'t [u8]> + Clone + use<'_, 't> {
        let bytes = self.bytes;
        let evidence = self.beyond_ascii.iter().filter(|value| value.is_evidence);
        evidence.map(move |value| {
            let end = value.span.end();
            let takes_bracket =
                bytes.get(end) == Some(&b']') && ends_in_lead(&bytes[value.span.range()]);
            &bytes[value.span.start()..end + usize::from(takes_bracket)]
        })
    }

    /// C6: how many characters of the values are damaged.
    fn damage(&self, charset: Charset) -> usize {
        let decoder = decoder(charset);
        self.texts().map(|value| damage(&decoder, value)).sum()
    }

    fn utf8_count(&mut self) -> Utf8Count {
        utf8_count(self.bytes, self.beyond_ascii)
    }

    /// C2 and C6
    fn declared(&mut self, charset: Charset) -> Choice {
        let own = &self.bytes[self.span.range()];
        let accepted = Choice::new(charset, CharsetSource::Declared);
        match charset.form() {
            // It stands in the way of nothing: `CA` has been read by bytes.
            Form::Wide { .. } => return self.undeclared().corrected(),
            Form::Shifted if !own.is_ascii() => return self.undeclared().corrected(),
            Form::Shifted if !charset.has_shifts(own) => return accepted,
            Form::Shifted => return self.shifted(accepted),
            _ if own.is_ascii() => return accepted,
            Form::Utf8 if self.is_text => return accepted,
            _ => {}
        }
        if self.is_text {
            // Each sequence makes it less likely that it is one by chance. In a character set of
            // one byte each they are no text; in others they may be.
            let count = Utf8Count::of(own).valid;
            let few = if is_double_byte(charset) { MANY_PAIRS } else { MANY_SINGLES };
            let may_fit = charset.is_decodable() && count < few;
            let fits = may_fit && damage(&decoder(charset), own) == 0;
            let utf8 = Choice::new(Charset::UTF_8, CharsetSource::Default);
            return if fits { accepted } else { utf8.corrected() };
        }
        let double = charset.double();
        if double.is_some() && double != self.reading {
            return Choice { is_final: false, ..accepted };
        }
        self.better_than(accepted).unwrap_or(accepted)
    }

    /// C6: what damages fewer characters than the declared character set does.
    fn better_than(&mut self, declared: Choice) -> Option<Choice> {
        let damage = self.damage(declared.charset);
        if damage == 0 {
            return None;
        }
        let utf8 = self.utf8_count();
        if declared.charset == Charset::UTF_8 && utf8.may_be_declared() {
            return None;
        }
        let is_sounder = utf8.is_mostly_valid() && self.damage(Charset::UTF_8) < damage;
        if declared.charset != Charset::UTF_8 && is_sounder {
            return Some(Choice::new(Charset::UTF_8, CharsetSource::Default).corrected());
        }
        let guessed = self.undeclared();
        if guessed.charset == declared.charset {
            return None;
        }
        // Where every byte is a character, that none is damaged says little against more characters
        // of two bytes that are sound than are not; as C4 has it of UTF-8.
        let high: usize = self.texts().map(high_bytes).sum();
        let is_sound = is_double_byte(declared.charset) && high.saturating_sub(damage) / 2 > damage;
        if is_sound && !is_double_byte(guessed.charset) && guessed.charset != Charset::UTF_8 {
            return None;
        }
        (self.damage(guessed.charset) < damage).then(|| guessed.corrected())
    }

    /// What shifts is decoded as a whole, if it is the first game tree and nothing is damaged by
    /// it. Else it is decoded value by value, with the escapes of bytes if that damages less.
    fn shifted(&self, accepted: Choice) -> Choice {
        let own = &self.bytes[self.span.range()];
        let whole = damage(&decoder(accepted.charset), own);
        let [by_bytes, by_characters] = [true, false].map(|by_bytes| {
            let game =
                GameCharset { charset: accepted.charset, by_bytes, ..GameCharset::default() };
            let decoder = Decoder::new(game);
            let values = self.spans().map(|span| &self.bytes[span.range()]);
            values.map(|value| damage(&decoder, value)).sum::<usize>()
        });
        if by_bytes < whole && by_bytes <= by_characters {
            return accepted.by_bytes();
        }
        Choice { is_whole: self.is_first, ..accepted }
    }

    /// C3 to C5
    fn undeclared(&mut self) -> Choice {
        let count = self.utf8_count();
        if count.broken == 0 {
            return Choice::new(Charset::UTF_8, CharsetSource::Default);
        }
        let is_utf8 =
            count.is_explained() || count.is_mostly_valid() && !is_double_byte_text(self.texts());
        let charset = if is_utf8 { Charset::UTF_8 } else { self.guessed() };
        Choice { code: Some(Code::CharsetGuessed), ..Choice::new(charset, CharsetSource::Guessed) }
    }

    /// C5
    fn guessed(&self) -> Charset {
        if let Some(last) = self.last_guess.filter(|&last| self.decodes_with(last)) {
            return last;
        }
        guess(self.texts_with_brackets()).unwrap_or(Charset::WINDOWS_1252)
    }

    /// Whether the game tree may be in a character set that another one was guessed to be in. To one
    /// of single bytes nearly every text is one, so that says nothing.
    fn decodes_with(&self, charset: Charset) -> bool {
        if !is_double_byte(charset) || !may_be_double_byte(self.texts()) {
            return false;
        }
        match charset.double() {
            // Its values may have been read wrongly.
            Some(double) if self.reading != Some(double) => {
                let decoder = decoder(charset);
                decoder.damage(&self.bytes[self.span.range()]) == 0
                    && self.texts().all(|value| decoder.private_use(value) == 0)
            }
            _ => self.damage(charset) == 0,
        }
    }
}

/// So many sequences of UTF-8 are no text in a character set of one byte for each character.
const MANY_SINGLES: u32 = 2;
/// So many are hardly ever one in a character set of two.
const MANY_PAIRS: u32 = 6;

fn is_double_byte(charset: Charset) -> bool {
    charset.double().is_some() || matches!(charset, Charset::EUC_JP | Charset::EUC_KR)
}

fn decoder(charset: Charset) -> Decoder {
    Decoder::new(GameCharset::new(charset, CharsetSource::Guessed))
}

/// C6: how many characters are damaged. One for private use is none that anyone has written.
fn damage(decoder: &Decoder, bytes: &[u8]) -> usize {
    decoder.damage(bytes) + decoder.private_use(bytes)
}

/// The sequences of UTF-8 in the evidence, each value of which is counted once.
pub(super) fn utf8_count(bytes: &[u8], values: &mut [BeyondAscii]) -> Utf8Count {
    let mut all = Utf8Count::default();
    for BeyondAscii { span, utf8, .. } in values.iter_mut().filter(|value| value.is_evidence) {
        all += *utf8.get_or_insert_with(|| Utf8Count::of(&bytes[span.range()]));
    }
    all
}

/// Whether the text ends in a byte that takes the next one along, if it is read by pairs.
fn ends_in_lead(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        at += if matches!(text[at], 0x81..=0xFE) { 2 } else { 1 };
    }
    at > text.len()
}

fn high_bytes(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !byte.is_ascii()).count()
}

//! The games themselves: one of each group and all that are the only ones of their kind go to a file or
//! to a folder, the others to the rest.

use std::io::{self, Write};

use kifu::{Collection, GameTree};

use super::groups::{Groups, Member};
use super::merge::Merged;
use super::second::{self, Maker, Taker};
use crate::args::DedupeOptions;
use crate::cat;
use crate::report::Report;
use crate::run::Input;
use crate::split::{Files, Name, Origin, Pattern};

/// Writes the games.
pub(super) fn run(
    options: &DedupeOptions,
    groups: &Groups,
    merged: Option<&Merged>,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    match &options.rest {
        Some(path) => cat::with_rest(path, &options.inputs, report, |rest, report| {
            with_rest(options, groups, merged, (out, rest), report)
        }),
        None => with_rest(options, groups, merged, (out, &mut io::sink()), report),
    }
}

fn with_rest(
    options: &DedupeOptions,
    groups: &Groups,
    merged: Option<&Merged>,
    (out, rest): (&mut (impl Write + Send), &mut (impl Write + Send)),
    report: &mut Report,
) -> io::Result<()> {
    let pattern = options.to.is_some().then_some(&options.names.pattern);
    let writer = Writer { pattern, merges: merged.is_some() };
    let Some(folder) = &options.to else {
        let kept = Kept { merged, pattern, out: File(out), rest };
        return second::read(options, groups, writer, kept, report);
    };
    let mut files = Files::at(folder, &options.names, report.another())?;
    let kept = Kept { merged, pattern, out: &mut files, rest };
    let done = second::read(options, groups, writer, kept, report);
    report.absorb(files.report());
    done
}

/// Makes the text of a game, and its name in a folder.
#[derive(Clone)]
struct Writer<'p> {
    pattern: Option<&'p Pattern>,
    /// Whether games get values from others.
    merges: bool,
}

/// A game on its way to its file.
struct Written {
    name: Option<Name>,
    /// What its name is made of, if it may become another one.
    origin: Option<Origin>,
    text: Vec<u8>,
}

impl Maker for Writer<'_> {
    type Made = Written;

    fn make<'a>(
        &mut self,
        input: &Input<'a>,
        collection: Collection<'a>,
        report: &mut Report,
        mut each: impl FnMut(GameTree<'_>, Written) -> io::Result<()>,
    ) -> io::Result<()> {
        report.pass_over(input, collection);
        input.games(collection).try_for_each(|game| {
            let mut text = Vec::new();
            cat::form().write_to(game, &mut text)?;
            let name = self.pattern.map(|pattern| pattern.name(input, game));
            let origin = self.pattern.filter(|_| self.merges).map(|it| it.origin(input, game));
            each(game, Written { name, origin, text })
        })
    }

    fn size(written: &Written) -> usize {
        written.text.len() + written.name.as_ref().map_or(0, Name::len)
    }
}

/// Where games are written to that are kept.
trait Place: Send {
    fn game(&mut self, name: Option<&Name>, text: &[u8]) -> io::Result<()>;

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One file for all.
struct File<W>(W);

impl<W: Write + Send> Place for File<W> {
    fn game(&mut self, _: Option<&Name>, text: &[u8]) -> io::Result<()> {
        self.0.write_all(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Place for &mut Files<'_> {
    fn game(&mut self, name: Option<&Name>, text: &[u8]) -> io::Result<()> {
        name.map_or(Ok(()), |name| self.add(name, text))
    }
}

/// What becomes of the games.
struct Kept<'g, P, R> {
    merged: Option<&'g Merged>,
    pattern: Option<&'g Pattern>,
    out: P,
    rest: R,
}

impl<P: Place, R: Write + Send> Taker<Written> for Kept<'_, P, R> {
    fn take(&mut self, member: Option<Member>, mut game: Written) -> io::Result<()> {
        if member.is_some_and(|it| !it.is_kept) {
            return self.rest.write_all(&game.text);
        }
        let tree = match (self.merged, member) {
            (Some(merged), Some(member)) => merged.complete(member, &game.text)?,
            _ => None,
        };
        if let Some(tree) = tree {
            game.text.clear();
            cat::form().write_to(&tree, &mut game.text)?;
            if let (Some(pattern), Some(origin), Some(root)) =
                (self.pattern, &game.origin, tree.root())
            {
                game.name = Some(pattern.name_of(origin, |ident| root.text(ident)));
            }
        }
        self.out.game(game.name.as_ref(), &game.text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.rest.flush()
    }
}

import type { TraceEntry } from '#engine/pipeline.ts';
import type { SynonymRule } from './synonyms.contract.ts';
import type { Found, Lint, LintContext } from '#server-kit/lint/lints.ts';
import type { ReleasedRow } from '#server-kit/releases/rule-source.ts';

type Row = SynonymRule & ReleasedRow;

/** No rule knows this word, and none leaves it out. */
const besides = 'qzxvwq';

/** Each word of a synonym is searched with another one beside it, which tells who else takes it. */
export const lintSynonyms: Lint = async (context) => {
  const found: Found[] = [];
  for (const row of context.rows as readonly Row[]) {
    if (!context.hasTime()) break;
    const one = deadIn(context, row) ?? replacedIn(context, row);
    if (one) found.push(one);
    await context.breathe();
  }
  return found;
};

const rowsOf = (trace: readonly TraceEntry[], step: string) =>
  trace.filter((entry) => entry.step === step).flatMap(({ rows = [] }) => rows);

const typedWords = ({ term, synonyms, synonym_type_id: kind }: Row): readonly string[] =>
  kind === 1 ? [term, ...synonyms] : [term];

/** A word that no collection lets the row act on. */
function deadIn(context: LintContext, row: Row): Found | null {
  for (const word of typedWords(row)) {
    const traces = context.collectionIds.map((id) => context.draftUnreplaced(id, `${word} ${besides}`).trace);
    if (traces.some((trace) => rowsOf(trace, 'synonyms').some(({ id }) => id === row.id))) continue;
    const kept = traces.map((trace) => keptFrom(context, row, word, trace)).find((one) => one !== null);
    if (kept) return kept;
  }
  return null;
}

function keptFrom({ analyser }: LintContext, row: Row, word: string, trace: readonly TraceEntry[]): Found | null {
  const words = analyser.tokens(word);
  const ignored = rowsOf(trace, 'stopwords').find(({ name }) => analyser.tokens(name).some((token) => words.includes(token)));
  if (ignored) return { row, kind: 'ignoredWord', text: word, by: { source: 'stopwords', ...ignored } };
  const [filter] = rowsOf(trace, 'characters');
  return filter ? { row, kind: 'rewritten', text: word, by: { source: 'character-filters', ...filter } } : null;
}

/** A pattern that takes every query with the term, or a rule that does for the term alone what the row does: one of the two is enough. */
function replacedIn({ collectionIds: [first], draft }: LintContext, row: Row): Found | null {
  const entryOf = (query: string) =>
    first === undefined ? undefined : draft(first, query).trace.find(({ step }) => step === 'fixit');
  const whole = entryOf(row.term);
  const [by] = whole?.rows ?? [];
  if (!whole || !by) return null;
  const other = { source: 'fixits', ...by };
  if (entryOf(`${row.term} ${besides}`)) return { row, kind: 'shadowed', text: row.term, by: other };
  const isSame = row.synonyms.some((one) => one.toLowerCase() === whole.after);
  return isSame ? { row, kind: 'replaced', text: whole.after, by: other } : null;
}

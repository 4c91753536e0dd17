import type { TraceEntry } from '#engine/port.ts';
import type { SynonymRule } from './synonyms.contract.ts';
import { type Found, type Lint, type LintContext, unknownWord } from '#server/rules/lints.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

type Row = SynonymRule & ReleasedRow;

/** Searches each word of a synonym together with a neutral word, which shows which other rule takes it. */
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

function deadIn(context: LintContext, row: Row): Found | null {
  for (const word of typedWords(row)) {
    const traces = context.collectionIds.map((id) => context.draftUnreplaced(id, `${word} ${unknownWord}`).trace);
    if (traces.some((trace) => rowsOf(trace, 'synonyms').some(({ id }) => id === row.id))) continue;
    const kept = traces.map((trace) => keptFrom(row, word, trace)).find((one) => one !== null);
    if (kept) return kept;
  }
  return null;
}

function keptFrom(row: Row, word: string, trace: readonly TraceEntry[]): Found | null {
  const [ignored] = rowsOf(trace, 'stopwords');
  if (ignored) return { row, kind: 'ignoredWord', text: word, by: { source: 'stopwords', ...ignored } };
  const [filter] = rowsOf(trace, 'characters');
  return filter ? { row, kind: 'rewritten', text: word, by: { source: 'character-filters', ...filter } } : null;
}

/** Finds a pattern that takes every query with the term, or a rule that does the same as the row for the term alone. */
function replacedIn({ collectionIds: [first], draft }: LintContext, row: Row): Found | null {
  const entryOf = (query: string) =>
    first === undefined ? undefined : draft(first, query).trace.find(({ step }) => step === 'fixit');
  const whole = entryOf(row.term);
  const [by] = whole?.rows ?? [];
  if (!whole || !by) return null;
  const other = { source: 'fixits', ...by };
  if (entryOf(`${row.term} ${unknownWord}`)) return { row, kind: 'shadowed', text: row.term, by: other };
  const isSame = row.synonyms.some((one) => one.toLowerCase() === whole.after);
  return isSame ? { row, kind: 'replaced', text: whole.after, by: other } : null;
}

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
    const one = findingOf(context, row);
    if (one) found.push(one);
    await context.breathe();
  }
  return found;
};

function findingOf(context: LintContext, row: Row): Found | null {
  const typed = row.synonym_type_id === 1 ? [row.term, ...row.synonyms] : [row.term];
  for (const word of typed) {
    const traces = context.collectionIds.map((id) => context.draft(id, `${word} ${besides}`).trace);
    if (traces.some((trace) => actsIn(trace, row))) continue;
    const kept = traces.map((trace) => keptFrom(context, row, word, trace)).find((one) => one !== null);
    if (kept) return kept;
  }
  return replacedWhole(context, row);
}

const rowsOf = (trace: readonly TraceEntry[], step: string) =>
  trace.filter((entry) => entry.step === step).flatMap(({ rows = [] }) => rows);

const actsIn = (trace: readonly TraceEntry[], { id }: Row): boolean => rowsOf(trace, 'synonyms').some((one) => one.id === id);

function keptFrom({ analyser }: LintContext, row: Row, word: string, trace: readonly TraceEntry[]): Found | null {
  const [replacing] = rowsOf(trace, 'fixit');
  if (replacing) return { row, kind: 'shadowed', text: word, by: { source: 'fixits', ...replacing } };
  const words = analyser.tokens(word);
  const ignored = rowsOf(trace, 'stopwords').find(({ name }) => analyser.tokens(name).some((token) => words.includes(token)));
  if (ignored) return { row, kind: 'ignoredWord', text: word, by: { source: 'stopwords', ...ignored } };
  const [filter] = rowsOf(trace, 'characters');
  return filter ? { row, kind: 'rewritten', text: word, by: { source: 'character-filters', ...filter } } : null;
}

/** The term alone is replaced by one of its own synonyms: one of the two rules is enough. */
function replacedWhole({ collectionIds: [first], draft }: LintContext, row: Row): Found | null {
  const entry = first === undefined ? undefined : draft(first, row.term).trace.find(({ step }) => step === 'fixit');
  const [by] = entry?.rows ?? [];
  if (!entry || !by || !row.synonyms.some((one) => one.toLowerCase() === entry.after)) return null;
  return { row, kind: 'replaced', text: entry.after, by: { source: 'fixits', ...by } };
}

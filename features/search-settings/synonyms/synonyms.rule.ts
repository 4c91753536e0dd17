import { compileWith, type QueryDraft, type RuleCompiler, type TracedRow } from '#engine/pipeline.ts';
import type { Alternative } from '#engine/plan.ts';
import { traced, tracedRow } from '#engine/query-draft.ts';
import { addAlternatives, analysedText, findSpans, isFull, stemsOf } from '#engine/rule-matching.ts';
import type { SynonymRule } from './synonyms.contract.ts';

/** How a synonym matches, and its score relative to the typed word. */
const kinds = { 1: ['synonym', 0.8], 2: ['synonym', 0.8], 3: ['weak', 0.3] } as const;

/** A row as releases hold it, or one that nobody saved. */
type Row = SynonymRule & { readonly id?: number };

/** A text of a rule, analysed once for all the words that it is a synonym of. */
interface Word {
  readonly text: string;
  readonly phrase: readonly string[];
  readonly alternatives: readonly Alternative[];
}

/** Words that, when typed, may also match in other ways. */
interface Entry {
  readonly row: readonly TracedRow[];
  readonly word: Word;
  /** All words of the rule; one isn't its own synonym. */
  readonly words: readonly Word[];
}

/** Lets words of the query match their synonyms too. Words are recognised in any inflection. */
export const synonymRule: RuleCompiler<Row, readonly Entry[]> = {
  prepare({ id, term, synonym_type_id, synonyms }, analyser) {
    const [kind, weight] = kinds[synonym_type_id];
    const words = [term, ...synonyms].map((text) => ({
      text,
      ...analysedText(analyser, text, kind, weight),
    }));
    const typed = synonym_type_id === 1 ? words : words.slice(0, 1);
    return typed.map((word) => ({ row: tracedRow(id, term), word, words }));
  },
  byStem: (entries) => [...byFirstStem(entries)],
  merge(rows) {
    const entries = byFirstStem(rows.flat());
    return {
      stage: 'synonyms',
      apply(draft) {
        let next = draft;
        for (const stem of new Set(stemsOf(draft.groups)))
          for (const entry of entries.get(stem) ?? []) next = applyEntry(next, entry);
        return next;
      },
    };
  },
};

/** A text without words is never typed. */
const byFirstStem = (entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> =>
  Map.groupBy(
    entries.filter(({ word }) => word.phrase.length > 0),
    ({ word }) => word.phrase[0] ?? '',
  );

export const compileSynonyms = compileWith(synonymRule);

function applyEntry(draft: QueryDraft, { row, word, words }: Entry): QueryDraft {
  const spans = findSpans(draft.groups, word.phrase).filter((span) => !isFull(draft.groups, span));
  if (spans.length === 0) return draft;
  const others = words.filter(({ text }) => text !== word.text);
  const alternatives = others.flatMap((other) => other.alternatives);
  const groups = spans.reduce((changed, span) => addAlternatives(changed, span, alternatives), [...draft.groups]);
  const after = others.map(({ text }) => text).join(', ');
  return { ...draft, groups, trace: traced(draft, 'synonyms', word.text, after, row) };
}

import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { type QueryDraft, type RuleCompiler, compileWith } from '#engine/query/pipeline.ts';
import type { TracedRow } from '#engine/port.ts';
import type { MatchKind } from '#engine/plan.ts';
import { traced, tracedRow } from '#engine/query/query-draft.ts';
import { addAlternatives, analysedText, findSpans, isFull, stemsOf } from '#engine/query/rule-matching.ts';
import type { SynonymRule } from './synonyms.contract.ts';

/** How a synonym matches, and its score relative to the typed word. */
const kinds = { 1: ['synonym', 0.8], 2: ['synonym', 0.8], 3: ['weak', 0.3] } as const;

type Row = SynonymRule & { readonly id?: number };

interface Word {
  readonly text: string;
  /** null for a text without words, which is never typed. */
  readonly firstStem: string | null;
  readonly analysed: () => ReturnType<typeof analysedText>;
}

/** Few of thousands are ever typed; the others are analysed no further than to their first stem. */
function wordOf(text: string, [kind, weight]: readonly [MatchKind, number], analyser: Analyser): Word {
  const [first] = analyser.tokens(text);
  let analysed: ReturnType<typeof analysedText> | undefined;
  return {
    text,
    firstStem: first === undefined ? null : analyser.stem(first),
    analysed: () => (analysed ??= analysedText(analyser, text, kind, weight)),
  };
}

/** Words that, when typed, may also match in other ways. */
interface Entry {
  readonly row: readonly TracedRow[];
  readonly word: Word;
  readonly words: readonly Word[];
}

/** Lets words of the query match their synonyms too. Words are recognised in any inflection. */
export const synonymRule: RuleCompiler<Row, readonly Entry[]> = {
  prepare({ id, term, synonym_type_id, synonyms }, analyser) {
    const row = tracedRow(id, term);
    const kind = kinds[synonym_type_id];
    const words = [term, ...synonyms].map((text) => wordOf(text, kind, analyser));
    const typed = synonym_type_id === 1 ? words : words.slice(0, 1);
    return typed.map((word) => ({ row, word, words }));
  },
  merge(rows, analyser) {
    const entries = Map.groupBy(rows.flat(), ({ word }) => word.firstStem);
    return {
      stage: 'synonyms',
      words: () => rows.flat().flatMap(({ word }) => analyser.tokens(word.text)),
      apply(draft) {
        let next = draft;
        for (const stem of new Set(stemsOf(draft.groups)))
          for (const entry of entries.get(stem) ?? []) next = applyEntry(next, entry);
        return next;
      },
    };
  },
};

export const compileSynonyms = compileWith(synonymRule);

function applyEntry(draft: QueryDraft, { row, word, words }: Entry): QueryDraft {
  const spans = findSpans(draft.groups, word.analysed().phrase).filter((span) => !isFull(draft.groups, span));
  if (spans.length === 0) return draft;
  const others = words.filter(({ text }) => text !== word.text);
  const alternatives = others.flatMap((other) => other.analysed().alternatives);
  const groups = spans.reduce((changed, span) => addAlternatives(changed, span, alternatives), [...draft.groups]);
  const after = others.map(({ text }) => text).join(', ');
  return { ...draft, groups, trace: traced(draft, 'synonyms', word.text, after, row) };
}

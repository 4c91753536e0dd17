import { type CompileRule, type RuleCompiler, compileWith } from './pipeline.ts';
import type { TracedRow } from '#engine/port.ts';
import type { Analyser } from './analysis/analyser.ts';
import { traced, tracedRow } from './query-draft.ts';

interface StopwordRow {
  readonly id?: number;
  readonly value: string;
  /** Of the set that it came with; none for a term by itself. */
  readonly name?: string;
}

/** What a stop word is recognised by; a set of forms has nothing for what isn't one word. */
export interface StopwordForms {
  /** As the analyser reads it, with its diacritics and without. */
  readonly surface: string | null;
  readonly token: string | null;
  /** Of a term that is ignored in all its forms. */
  readonly stem: string | null;
}

interface Ignored extends StopwordForms {
  readonly row: readonly TracedRow[];
}

/** Shorter terms are ignored as they stand: too many other words share their stem. */
const leastInflected = 4;
const noForms: StopwordForms = { surface: null, token: null, stem: null };

/** Alone, in all forms: `levné` takes `levná`. In a set, which has its forms, as given: `má` says nothing of `mít`. */
export function stopwordForms(analyser: Analyser, { value, name = '' }: StopwordRow): StopwordForms {
  const [token = '', ...others] = analyser.tokens(value);
  if (token === '' || others.length > 0) return noForms;
  const isInflected = name === '' && token.length >= leastInflected;
  return { surface: analyser.surfaces(value)[0] ?? token, token, stem: isInflected ? analyser.stem(token) : null };
}

/**
 * Leaves stop words out of queries, unless a query has no other words. Who types diacritics means them, so that `být` of a set doesn't take
 * `byt` along; a query without any is compared without them. What they were written with as one stays in the plan, so that `on-line` still
 * finds `online`.
 */
export const stopwordRule: RuleCompiler<StopwordRow, Ignored> = {
  prepare: (row, analyser) => ({ row: tracedRow(row.id, row.value), ...stopwordForms(analyser, row) }),
  merge(words, analyser) {
    const asWritten = Map.groupBy(words, ({ surface }) => surface);
    const withoutDiacritics = Map.groupBy(words, ({ token }) => token);
    const byStem = Map.groupBy(words, ({ stem }) => stem);
    const ignoredIn = (text: string): ReadonlyMap<string, readonly Ignored[]> => {
      const [tokens, surfaces] = [analyser.tokens(text), analyser.surfaces(text)];
      const isPlain = tokens.every((token, index) => token === surfaces[index]);
      return new Map(
        tokens.flatMap((token, index) => {
          const given = isPlain ? withoutDiacritics.get(token) : asWritten.get(surfaces[index] ?? token);
          const by = given ?? byStem.get(analyser.stem(token));
          return by === undefined ? [] : [[token, by] as const];
        }),
      );
    };
    return {
      stage: 'stopwords',
      apply: (draft) => {
        const ignored = ignoredIn(draft.text);
        const groups = draft.groups.filter(({ word }) => !ignored.has(word));
        if (groups.length === 0 || groups.length === draft.groups.length) return draft;
        const [before, after] = [draft.groups, groups].map((said) => said.map(({ word }) => word).join(' '));
        // A stop word that comes last was typed after the word that is last now, which therefore goes on no more.
        const left = draft.groups.filter((group) => !groups.includes(group));
        const rows = new Set(left.flatMap(({ word }) => ignored.get(word) ?? []).flatMap(({ row }) => row));
        const text = groups.at(-1) === draft.groups.at(-1) ? draft.text : `${draft.text} `;
        return { ...draft, text, groups, trace: traced(draft, 'stopwords', before ?? '', after ?? '', [...rows]) };
      },
    };
  },
};

/** Of sets. */
export const compileStopwords: CompileRule<string> = (words, analyser) =>
  compileWith(stopwordRule)(
    words.map((value) => ({ value, name: 'set' })),
    analyser,
  );

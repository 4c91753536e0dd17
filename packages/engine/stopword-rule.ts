import { type CompileRule, compileWith, type RuleCompiler, type TracedRow } from '#engine/pipeline.ts';
import { traced, tracedRow } from '#engine/query-draft.ts';

/** A stop word as the analyser reads it, with its diacritics and without; nothing for what isn't one word. */
interface Ignored {
  readonly row: readonly TracedRow[];
  readonly surfaces: readonly string[];
  readonly tokens: readonly string[];
}

const nothing = { surfaces: [], tokens: [] };

/**
 * Leaves stop words out of queries, unless a query has no other words. Only the given form counts: `má` says nothing of `mít`. Who
 * types diacritics means them, so that `být` doesn't take `byt` along; a query without any is compared without them. What they were
 * written with as one stays in the plan, so that `on-line` still finds `online`.
 */
export const stopwordRule: RuleCompiler<{ readonly id?: number; readonly value: string }, Ignored> = {
  prepare({ id, value }, analyser) {
    const tokens = analyser.tokens(value);
    return { row: tracedRow(id, value), ...(tokens.length === 1 ? { surfaces: analyser.surfaces(value), tokens } : nothing) };
  },
  merge(words, analyser) {
    const asWritten = new Set(words.flatMap(({ surfaces }) => surfaces));
    const withoutDiacritics = new Set(words.flatMap(({ tokens }) => tokens));
    const rowsOf = Map.groupBy(words, ({ tokens: [token] }) => token);
    const ignoredIn = (text: string): ReadonlySet<string> => {
      const [tokens, surfaces] = [analyser.tokens(text), analyser.surfaces(text)];
      const isPlain = tokens.every((token, index) => token === surfaces[index]);
      return new Set(
        tokens.filter((token, index) => (isPlain ? withoutDiacritics.has(token) : asWritten.has(surfaces[index] ?? token))),
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
        const rows = left.flatMap(({ word }) => rowsOf.get(word) ?? []).flatMap(({ row }) => row);
        const text = groups.at(-1) === draft.groups.at(-1) ? draft.text : `${draft.text} `;
        return { ...draft, text, groups, trace: traced(draft, 'stopwords', before ?? '', after ?? '', rows) };
      },
    };
  },
};

export const compileStopwords: CompileRule<string> = (words, analyser) =>
  compileWith(stopwordRule)(
    words.map((value) => ({ value })),
    analyser,
  );

import { bul, ces, dan, deu, eng, fra, hun, ita, nld, spa } from 'stopword';
import { type CompileRule, type RuleCompiler, compileWith } from './pipeline.ts';
import type { TracedRow } from '#engine/port.ts';
import { type Analyser, createAnalyser } from './analysis/analyser.ts';
import { traced, tracedRow } from './query-draft.ts';
import { type StopwordLanguage, stopwordLanguages } from '#contract/texts/languages.ts';
import { fold } from './analysis/folding.ts';

interface StopwordRow {
  readonly id?: number;
  readonly value: string;
  readonly name?: string;
}

export interface StopwordForms {
  readonly surface: string | null;
  readonly token: string | null;
  readonly stem: string | null;
}

interface Ignored extends StopwordForms {
  readonly row: readonly TracedRow[];
}

const leastInflected = 4;
const noForms: StopwordForms = { surface: null, token: null, stem: null };

export function stopwordForms(analyser: Analyser, { value, name = '' }: StopwordRow): StopwordForms {
  const [token = '', ...others] = analyser.tokens(value);
  if (token === '' || others.length > 0) return noForms;
  const isInflected = name === '' && token.length >= leastInflected;
  return { surface: analyser.surfaces(value)[0] ?? token, token, stem: isInflected ? analyser.stem(token) : null };
}

/** Unless a query has no other words. With diacritics typed, `být` of a set doesn't drop `byt`. Joined spellings stay: `on-line` still finds `online`. */
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

export const compileStopwords: CompileRule<string> = (words, analyser) =>
  compileWith(stopwordRule)(
    words.map((value) => ({ value, name: 'set' })),
    analyser,
  );

const sets: Readonly<Record<StopwordLanguage, readonly string[]>> = {
  bg: bul,
  cs: ces,
  da: dan,
  nl: nld,
  en: eng,
  fr: fra,
  de: deu,
  hu: hun,
  it: ita,
  es: spa,
};

export function stopwordSet(language: StopwordLanguage): string[] {
  const analyser = createAnalyser(language);
  const read = sets[language].map((word) => analyser.surfaces(word));
  return [...new Set(read.filter(({ length }) => length === 1).flat())];
}

const tests = new Map<string, (word: string) => boolean>();

/** Tests for folded words of the set of a language. */
export function stopwordTest(language: string): (word: string) => boolean {
  const before = tests.get(language);
  if (before !== undefined) return before;
  const known = stopwordLanguages.find((code) => code === language);
  const words = new Set(known === undefined ? [] : stopwordSet(known).map((word) => fold(word).trim()));
  const test = (word: string): boolean => words.has(word);
  tests.set(language, test);
  return test;
}

import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import type { Explanation, SearchResult, SimilarTerm, SourcePage, TermCount } from '#engine/port.ts';
import { explainInGeneration } from './explain-generation.ts';
import type { Generation } from './generation.ts';
import { searchGeneration } from './search-generation.ts';
import { similarTerms, termsWithPrefix } from './term-lookup.ts';

function search(generation: Generation, plan: Plan): SearchResult {
  const start = performance.now();
  const result = searchGeneration(generation, plan);
  return { ...result, took: performance.now() - start };
}

function items({ store }: Generation, ids: readonly string[]): Item[] {
  return ids.flatMap((id) => {
    const doc = store.docOf(id);
    return doc < 0 ? [] : [store.item(doc)];
  });
}

const idsOfSource = ({ store }: Generation, source: number, after: string | null): SourcePage => store.idsOfSource(source, after);

/** What can be asked of a generation, in whatever thread it is searched. */
interface Questions {
  search: { rest: [plan: Plan]; answer: SearchResult };
  /** null when the generation has no such item. */
  explain: { rest: [plan: Plan, itemId: string]; answer: Explanation | null };
  /** In the order of `ids`; unknown ones are left out. */
  items: { rest: [ids: readonly string[]]; answer: Item[] };
  idsOfSource: { rest: [source: number, after: string | null]; answer: SourcePage };
  terms: { rest: [prefix: string, limit: number]; answer: TermCount[] };
  similarTerms: { rest: [word: string, limit: number]; answer: SimilarTerm[] };
}
export type QuestionName = keyof Questions;
export type QuestionArguments<Name extends QuestionName> = Questions[Name]['rest'];
export type Answer<Name extends QuestionName> = Questions[Name]['answer'];

const answers: {
  readonly [Name in QuestionName]: (generation: Generation, ...rest: QuestionArguments<Name>) => Answer<Name>;
} = { search, explain: explainInGeneration, items, idsOfSource, terms: termsWithPrefix, similarTerms };

/** Answers in this thread. */
export function answer<Name extends QuestionName>(
  generation: Generation,
  name: Name,
  rest: QuestionArguments<Name>,
): Answer<Name> {
  return answers[name](generation, ...rest);
}

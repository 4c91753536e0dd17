import type { Item } from '#contract/item.ts';
import { type Alternative, type MatchKind, type Plan, plainPlan, type WordGroup } from '#engine/plan.ts';
import {
  type CollectionLayout,
  type FieldLayout,
  type SearchEngine,
  type Explanation,
  type SimilarTerm,
  type TermCount,
  inSession,
} from '#engine/port.ts';

/** Numbers in [0, 1) that are the same in every run (Park-Miller). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const text: Omit<FieldLayout, 'name'> = { type: 'text', searchable: true, stemmer: true, facet: false, path: false };
const value: Omit<FieldLayout, 'name'> = { type: 'text', searchable: false, stemmer: false, facet: true, path: false };

export const layout: CollectionLayout = {
  language: 'en',
  groupField: 'model',
  fields: [
    { ...text, name: 'name' },
    { ...text, name: 'description' },
    { ...text, name: 'code', stemmer: false },
    { ...value, name: 'brand' },
    { ...value, name: 'category', path: true },
    { ...value, name: 'price', type: 'float' },
    { ...value, name: 'inStock', type: 'boolean' },
    { ...value, name: 'sizes', type: 'integer' },
    { ...value, name: 'since', type: 'date' },
  ],
};

export const searchedFields: Plan['fields'] = [
  { name: 'name', weight: 3, wildcard: 1, phraseWeight: 0.5, fuzzy: true },
  { name: 'description', weight: 1, wildcard: 0.5, phraseWeight: 0, fuzzy: true },
  { name: 'code', weight: 2, wildcard: 1, phraseWeight: 0, fuzzy: false },
];

const stems =
  'red blue green small large garden kitchen mower chair table lamp phone cable case battery charger wireless steel wooden'.split(
    ' ',
  );
/** Plurals, so that stems have several forms; numbers and rare words, so that frequencies differ. */
export const words: readonly string[] = [
  ...stems,
  ...stems.map((stem) => `${stem}s`),
  ...Array.from({ length: 60 }, (_, rare) => `rare${rare}`),
];

/** The day of most items is before it, that of some after it. */
export const catalogueDay = '2026-03-14';
const hourMs = 3_600_000;

/** Days with and without a time, two of them, as text and as number, and what is no day. */
function sinceOf(number: number): string | string[] | number {
  const at = Date.parse(catalogueDay) + (30 - ((number * 37) % 900)) * 24 * hourMs + (number % 24) * hourMs;
  const text = new Date(at).toISOString();
  if (number % 13 === 0) return [text.slice(0, 10), '2024-02-29'];
  if (number % 17 === 0) return 'soon';
  return number % 5 === 0 ? at : number % 2 === 0 ? text : text.slice(0, 10);
}

/** Items of which every field varies: missing values, several values, variants, words in one field or both. */
export function* catalogue(count: number, seed = 1): Generator<Item> {
  const random = randomNumbers(seed);
  const word = (): string => words[Math.floor(random() ** 2 * words.length)] ?? '';
  const textOf = (length: number): string => Array.from({ length }, word).join(' ');
  for (let number = 0; number < count; number++) {
    const department = Math.floor(random() * 3);
    yield {
      id: `item-${number}`,
      fields: {
        name: textOf(1 + Math.floor(random() * 6)),
        description: textOf(Math.floor(random() * 40)),
        code: `C${number % 97}x`,
        brand: random() < 0.1 ? '' : `Brand ${Math.floor(random() * 7)}`,
        category: `Department ${department} > Section ${department}${Math.floor(random() * 3)}`,
        ...(random() < 0.1 ? {} : { price: Math.round(random() * 10_000) / 100 }),
        inStock: random() < 0.7,
        sizes: Array.from({ length: Math.floor(random() * 3) }, () => 36 + Math.floor(random() * 10)),
        ...(number % 11 === 0 ? {} : { since: sinceOf(number) }),
        ...(random() < 0.5 ? { model: `model-${Math.floor(random() * count * 0.2)}` } : {}),
      },
    };
  }
}

export function group(word: string, ...alternatives: readonly Alternative[]): WordGroup {
  return { word, alternatives: [{ kind: 'exact', terms: [word], weight: 1 }, ...alternatives] };
}

export function alternative(kind: MatchKind, terms: readonly string[], weight = 0.8): Alternative {
  return { kind, terms, weight };
}

/** A plan that asks for any of the words, with everything else at its simplest. */
export function planOf(groups: readonly WordGroup[], changes: Partial<Plan> = {}): Plan {
  const plain: Plan = {
    ...plainPlan,
    groups,
    minimumMatch: Math.min(1, groups.length),
    fields: searchedFields,
    size: 10,
  };
  return { ...plain, ...changes };
}

/** Builds and publishes a generation. Answers its name. */
export async function publishItems(
  engine: SearchEngine,
  collection: string,
  items: readonly Item[],
  batchSize = 500,
): Promise<string> {
  const build = await engine.build(collection, layout);
  for (let at = 0; at < items.length; at += batchSize) await build.add(items.slice(at, at + batchSize));
  await build.finish();
  await engine.publish(collection, build.generation);
  return build.generation;
}

/** Asks of one search each. */
export const explain = (engine: SearchEngine, collection: string, plan: Plan, itemId: string): Promise<Explanation | null> =>
  inSession(engine, collection, (session) => session.explain(plan, itemId));

export const terms = (engine: SearchEngine, collection: string, prefix: string, limit: number): Promise<readonly TermCount[]> =>
  inSession(engine, collection, (session) => session.terms(prefix, limit));

export const similarTerms = (
  engine: SearchEngine,
  collection: string,
  word: string,
  limit: number,
): Promise<readonly SimilarTerm[]> =>
  inSession(engine, collection, async (session) => (await session.similarTerms([word], limit))[0] ?? []);

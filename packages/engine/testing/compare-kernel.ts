import { expect, vi } from 'vitest';
import { scratchEngine } from './scratch.ts';
import type { SearchEngine, SearchResult } from '#engine/port.ts';
import {
  catalogue,
  publishItems,
  randomNumbers,
  alternative,
  group,
  layout,
  planOf,
  words,
  searchedFields,
} from './catalogue.ts';
import { drawChanges } from './random-changes.ts';
import { Lookups } from '#engine/search/by-kernel/lookups.ts';
import { KernelMatcher } from '#engine/search/by-kernel/matcher.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import type { Plan, Boost, FacetRequest, Filter, WordGroup } from '#engine/plan.ts';

const analyser = createAnalyser(layout.language);

export function summary(result: SearchResult) {
  const hits = result.hits.map(({ id, score, variantCount, promoted }) => ({ id, score, variantCount, promoted }));
  return { hits, totalCount: result.totalCount, facets: result.facets, unknownGroups: result.unknownGroups };
}

/** Random plans over the words of the catalogue, the same in every run. */
export function* randomPlans(count: number, seed: number): Generator<Plan> {
  const random = randomNumbers(seed);
  for (let number = 0; number < count; number++) {
    const groups = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const word = words[Math.floor(random() ** 1.5 * words.length)] ?? '';
      const others = [alternative('stem', [analyser.stem(word)]), alternative('prefix', [word.slice(0, 3)], 0.5)];
      return group(word, ...others.filter(() => random() < 0.4));
    });
    yield planOf(groups, { minimumMatch: 1 + Math.floor(random() * groups.length), size: 50 });
  }
}

type Random = () => number;
const sometimes = (random: Random, share: number): boolean => random() < share;
const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const word = (random: Random): string => words[Math.floor(random() ** 1.5 * words.length)] ?? '';

function wordGroup(random: Random): WordGroup {
  const typed = word(random);
  const others = [
    alternative('stem', [analyser.stem(typed)]),
    alternative('prefix', [typed.slice(0, 1 + below(random, 3))], 0.5),
    alternative('synonym', [word(random)], 0.9),
    alternative('synonym', [word(random), word(random)], 0.7),
    { ...alternative('exact', [typed, word(random)], 0.6), isJoined: true as const, gap: below(random, 2) },
  ];
  const own = others.filter(() => sometimes(random, 0.3));
  // A prefix alone has nothing to fall back on.
  return sometimes(random, 0.1) ? { word: typed, alternatives: [others[1]!] } : group(typed, ...own);
}

function filter(random: Random): Filter {
  const filters: Filter[] = [
    { field: 'brand', anyOf: [`Brand ${below(random, 7)}`, `Brand ${below(random, 9)}`] },
    { field: 'price', from: below(random, 60), to: 40 + below(random, 80) },
    { field: 'price', to: below(random, 100) },
    { field: 'sizes', anyOf: [36 + below(random, 10), 36 + below(random, 10)] },
    { field: 'inStock', anyOf: [sometimes(random, 0.8)] },
    { field: 'category', anyOf: [`Department ${below(random, 3)}`] },
    { field: 'unknown', anyOf: [1] },
  ];
  return filters[below(random, sometimes(random, 0.03) ? filters.length : filters.length - 1)]!;
}

function facet(random: Random): FacetRequest {
  const field = ['brand', 'price', 'sizes', 'inStock', 'category', 'since', 'unknown'][below(random, 7)]!;
  return {
    field,
    limit: [0, 1, 3, 20, 1_000][below(random, 5)]!,
    ...(sometimes(random, 0.3) && { narrows: true }),
    ...(field === 'category' && sometimes(random, 0.4) && { under: ['', `Department ${below(random, 3)}`][below(random, 2)]! }),
    ...(sometimes(random, 0.1) && { beginning: ['b', 'brand 2', '4'][below(random, 3)]! }),
  };
}

function boost(random: Random): Boost {
  const factor = random() * (sometimes(random, 0.5) ? 1 : 3);
  if (sometimes(random, 0.6)) return { kind: 'value', field: 'brand', anyOf: [`Brand ${below(random, 7)}`], factor };
  const operation = sometimes(random, 0.5) ? 'multiply' : 'add';
  return { kind: 'functional', field: 'price', curve: 'logarithmic', operation, factor: factor / 4 };
}

const several = <Made>(random: Random, share: number, most: number, make: (random: Random) => Made): Made[] =>
  sometimes(random, share) ? Array.from({ length: 1 + below(random, most) }, () => make(random)) : [];

const itemId = (random: Random): string => `item-${below(random, 3_000)}`;

/** Random plans that use everything that a plan can say, the same in every run. Most say a few things, few say all. */
export function* plansOfEveryKind(count: number, seed: number): Generator<Plan> {
  const random = randomNumbers(seed);
  for (let number = 0; number < count; number++) {
    const groups = Array.from({ length: sometimes(random, 0.12) ? 0 : 1 + below(random, 5) }, () => wordGroup(random));
    const unwanted = (): Plan['excluded'][number] => ({ group: group(word(random)), fields: searchedFields });
    const promoted = several(random, 0.05, 3, itemId);
    // Words of a field that isn't searched have postings without a score.
    const searched = sometimes(random, 0.2) ? searchedFields.slice(1) : searchedFields;
    yield planOf(groups, {
      minimumMatch: sometimes(random, 0.6)
        ? Math.min(1, groups.length)
        : below(random, groups.length + 1) || Math.min(1, groups.length),
      fields: searched.map((field) => ({ ...field, phraseWeight: sometimes(random, 0.4) ? random() * 2 : 0 })),
      filters: several(random, 0.4, 3, filter),
      facets: several(random, 0.5, 4, facet),
      boosts: several(random, 0.2, 2, boost),
      excluded: several(random, 0.1, 2, unwanted),
      lowered: several(random, 0.05, 2, unwanted),
      sort: several(random, groups.length === 0 ? 0.5 : 0.1, 2, () => ({
        field: ['price', 'brand', 'sizes'][below(random, 3)]!,
        order: sometimes(random, 0.5) ? ('asc' as const) : ('desc' as const),
      })),
      promoted,
      ...(sometimes(random, 0.5) && { promotedGroups: promoted }),
      ...(sometimes(random, 0.5) && { promotedPlaces: Object.fromEntries(promoted.map((id) => [id, 1 + below(random, 12)])) }),
      hidden: several(random, 0.05, 3, itemId),
      hiddenGroups: several(random, 0.05, 3, itemId),
      collapse: sometimes(random, 0.15),
      from: sometimes(random, 0.2) ? below(random, 300) : 0,
      size: [0, 1, 5, 20, 50, 2_000][below(random, 6)]!,
    });
  }
}

const itemCount = 2_500;
/** Several segments, of which the last is small. */
const flushItemCount = 700;
const collection = 'products';
/** A plan may be answered without the kernel where its memory is full, which it isn't here. */
const leastShareByKernel = 0.95;
/** Segments of so large a share of them have items looked up. */
const leastShareLookedUp = 0.3;

/** Answers random plans with a kernel and without, between random changes of the same items, and compares all of them to the bit. */
export async function compareKernel(planCount: number, rounds: number, seed: number): Promise<void> {
  const engines = [0, Number.POSITIVE_INFINITY].map((kernelAtLeastItems) =>
    scratchEngine({ kernelAtLeastItems, flushItemCount }),
  );
  const match = vi.spyOn(KernelMatcher.prototype, 'match');
  const lookUp = vi.spyOn(Lookups.prototype, 'candidates');
  try {
    const items = [...catalogue(itemCount, seed)];
    for (const engine of engines) await publishItems(engine, collection, items);
    const known = new Map(items.map((item) => [item.id, item]));
    const fresh = catalogue(100_000, seed + 1);
    const random = randomNumbers(seed);
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) {
        const changes = drawChanges(random, known, fresh);
        for (const engine of engines) await engine.change(collection, changes);
      }
      await comparePlans(engines, Math.ceil(planCount / rounds), seed * 1_000 + round);
    }
    const countOf = ({ mock }: { mock: { results: { value?: unknown }[] } }): number =>
      mock.results.filter(({ value }) => value !== null).length;
    expect(countOf(match)).toBeGreaterThan(planCount * leastShareByKernel);
    expect(countOf(lookUp)).toBeGreaterThan(planCount * leastShareLookedUp);
  } finally {
    match.mockRestore();
    lookUp.mockRestore();
  }
}

async function comparePlans(engines: readonly SearchEngine[], count: number, seed: number): Promise<void> {
  for (const plan of plansOfEveryKind(count, seed)) {
    const [byKernel, plain] = await Promise.all(engines.map((engine) => engine.search(collection, plan)));
    expect(summary(byKernel!), JSON.stringify(plan)).toEqual(summary(plain!));
  }
}

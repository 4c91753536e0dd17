import { type Plan, plainPlan } from '#engine/plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { productLayout, products, words } from './products.ts';

export const collection = 'products';
const batchSize = 1_000;

export async function buildIndex(engine: SearchEngine, itemCount: number): Promise<void> {
  const build = await engine.build(collection, productLayout);
  const batch = [];
  for (const item of products(itemCount)) if (batch.push(item) === batchSize) await build.add(batch.splice(0));
  await build.add(batch);
  await engine.publish(collection, (await build.finish()).generation);
}

type Ranks = readonly [from: number, to: number];
export const popular: Ranks = [40, 250];
export const middling: Ranks = [400, 3_000];
export const rare: Ranks = [5_000, 30_000];

export const drawn = (random: () => number, ranks: readonly Ranks[]): string[] =>
  ranks.map(([from, to]) => words[Math.floor(from + random() * (to - from))] ?? '');

const fields: Plan['fields'] = [
  { name: 'name', weight: 3, wildcard: 0.8, phraseWeight: 0, fuzzy: true },
  { name: 'brand', weight: 2, wildcard: 0.8, phraseWeight: 0, fuzzy: true },
  { name: 'category', weight: 1.5, wildcard: 0.8, phraseWeight: 0, fuzzy: true },
  { name: 'parameters', weight: 0.7, wildcard: 0, phraseWeight: 0, fuzzy: false },
  { name: 'description', weight: 0.5, wildcard: 0, phraseWeight: 0, fuzzy: false },
];

export const planOf = (groups: Plan['groups'], changes: Partial<Plan>): Plan => ({
  ...plainPlan,
  groups,
  minimumMatch: Math.min(1, groups.length),
  fields,
  size: 20,
  ...changes,
});

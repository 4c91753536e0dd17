import { type JudgedCollection, mean } from './judged-collection.ts';

import { choices, type Variant } from './variants.ts';

/** A smaller gain changes nothing. */
const leastGain = 1e-4;

type Chosen = Readonly<Record<string, Variant>>;
type IsCounted = (query: number) => boolean;

async function ndcgs(collection: JudgedCollection, chosen: Chosen): Promise<number[]> {
  return (await collection.measure(Object.values(chosen))).map(({ ndcg }) => ndcg);
}

async function objective(collections: readonly JudgedCollection[], chosen: Chosen, isCounted: IsCounted): Promise<number> {
  const means: number[] = [];
  for (const one of collections) means.push(mean((await ndcgs(one, chosen)).filter((_, query) => isCounted(query))));
  return mean(means);
}

async function choose(collections: readonly JudgedCollection[], isCounted: IsCounted): Promise<Chosen> {
  let chosen: Chosen = {};
  let best = await objective(collections, chosen, isCounted);
  for (const [parameter, variants] of Object.entries(choices)) {
    for (const variant of variants) {
      const tried = { ...chosen, [parameter]: variant };
      const found = await objective(collections, tried, isCounted);
      if (found < best + leastGain) continue;
      best = found;
      chosen = tried;
    }
  }
  return chosen;
}

const figures = (values: readonly number[]): string => values.map((value) => value.toFixed(3).padStart(8)).join('');

/** K-fold: parameters chosen on all folds but one are judged on that one. */
export async function printCrossValidation(collections: readonly JudgedCollection[], folds: number): Promise<void> {
  const held: number[][] = collections.map(() => []);
  console.log(`\nnDCG@10 with parameters chosen from ${folds - 1} of ${folds} folds`);
  for (let fold = 0; fold < folds; fold++) {
    const chosen = await choose(collections, (query) => query % folds !== fold);
    for (const [index, collection] of collections.entries())
      held[index]!.push(...(await ndcgs(collection, chosen)).filter((_, query) => query % folds === fold));
    const names = Object.values(chosen).map(({ name }) => name);
    console.log(`  fold ${fold + 1}: ${names.length === 0 ? 'the defaults' : names.join(', ')}`);
  }
  const all = await choose(collections, () => true);
  const defaults: number[] = [];
  const tuned: number[] = [];
  for (const collection of collections) {
    defaults.push(mean(await ndcgs(collection, {})));
    tuned.push(mean(await ndcgs(collection, all)));
  }
  console.log(`  ${''.padEnd(42)}${collections.map(({ set }) => set.name.padStart(8)).join('')}`);
  console.log(`  ${'the defaults'.padEnd(42)}${figures(defaults)}`);
  console.log(`  ${'chosen and judged on the same queries'.padEnd(42)}${figures(tuned)}`);
  console.log(`  ${'judged on the fold that was left out'.padEnd(42)}${figures(held.map(mean))}`);
}

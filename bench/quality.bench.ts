/**
 * Relevance of the default settings on judged queries, against plain BM25 with a threefold title, and what each idea in it brings.
 * Run: `node bench/quality.bench.ts [worst=N]`. `worst` lists the N worst queries of each set. With `AISLE_OPENSEARCH_URL` set, OpenSearch
 * is measured beside.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { report } from './figures.ts';
import { draws, JudgedCollection, type JudgedSet, readJudgedSets, interval, mean, type Measured } from './judged-collection.ts';
import { ablations, inStockFirst } from './variants.ts';

const options = new Map(process.argv.slice(2).map((word) => word.split('=') as [string, string]));
const listedWorst = Number(options.get('worst') ?? 0);
const mostLostByTypos = 0.02;

function print({ set }: JudgedCollection, engine: string, measured: readonly Measured[]): void {
  const [ndcg, recall, rank] = set.plain;
  console.log(`${set.name} (${engine}): ${set.items.length} products, ${measured.length} queries`);
  const rows: [string, number, number][] = [
    ['nDCG@10', mean(measured.map((one) => one.ndcg)), ndcg],
    ['recall@50', mean(measured.map((one) => one.recall)), recall],
    ['MRR', mean(measured.map((one) => one.reciprocalRank)), rank],
  ];
  for (const [name, ours, plain] of rows)
    report({
      name: `${set.name}, ${engine}: ${name}`,
      value: `${ours.toFixed(3)}, plain BM25 ${plain.toFixed(3)}`,
    });
  console.log(`  queries without a result                   ${measured.filter((one) => one.found === 0).length}`);
  for (const { query, ndcg: own } of [...measured].sort((a, b) => a.ndcg - b.ndcg).slice(0, listedWorst))
    console.log(`    ${own.toFixed(2)} ${query}`);
}

async function printMistyped(collection: JudgedCollection, engine: string): Promise<void> {
  const pairs = await collection.measureMistyped();
  const [mistyped, meant] = [mean(pairs.map((pair) => pair.mistyped.ndcg)), mean(pairs.map((pair) => pair.meant.ndcg))];
  const losses = pairs.map((pair) => pair.mistyped.ndcg - pair.meant.ndcg);
  const [low, high] = interval(losses);
  const change = `${signed(mean(losses))} [${signed(low)} ${signed(high)}]`;
  report({
    name: `${collection.set.name}, ${engine}: nDCG@10 of ${pairs.length} queries with a typo`,
    value: `${mistyped.toFixed(3)}, ${meant.toFixed(3)} without: ${change}`,
    target: { text: '≤ 0.02 less', isMet: meant - mistyped <= mostLostByTypos },
  });
  const worst = pairs.toSorted((a, b) => a.mistyped.ndcg - a.meant.ndcg - (b.mistyped.ndcg - b.meant.ndcg));
  for (const pair of worst.slice(0, listedWorst))
    console.log(
      `    ${pair.meant.ndcg.toFixed(2)} → ${pair.mistyped.ndcg.toFixed(2)} ${pair.mistyped.query} (${pair.meant.query})`,
    );
}

const signed = (value: number): string => (value < 0 ? '−' : '+') + Math.abs(value).toFixed(3);

async function printAblations(collections: readonly JudgedCollection[]): Promise<void> {
  console.log(`\nwith one setting changed: nDCG@10 [95 % of resampled query sets], of recall@50`);
  console.log(`  ${''.padEnd(34)}${collections.map(({ set }) => set.name.padEnd(38)).join('')}`);
  for (const variant of ablations) {
    const cells: string[] = [];
    for (const collection of collections) {
      const defaults = await collection.measure();
      const without = await collection.measure([variant]);
      const changes = without.map(({ ndcg }, query) => ndcg - defaults[query]!.ndcg);
      const recalls = without.map(({ recall }, query) => recall - defaults[query]!.recall);
      const [low, high] = interval(changes);
      cells.push(`${signed(mean(changes))} [${signed(low)} ${signed(high)}], ${signed(mean(recalls))}`.padEnd(38));
    }
    console.log(`  ${variant.name.padEnd(34)}${cells.join('')}`.trimEnd());
  }
}

async function printUnfinished(collection: JudgedCollection): Promise<void> {
  const measured = await collection.measureUnfinished();
  const [ndcg, recall] = [mean(measured.map((one) => one.ndcg)), mean(measured.map((one) => one.recall))];
  report({
    name: `${collection.set.name}: ${measured.length} queries with half of their last word, nDCG@10; recall@50`,
    value: `${ndcg.toFixed(3)}; ${recall.toFixed(3)}`,
  });
}

const outOfStockPercent = 20;

/** The sets don't say what is in stock: a fifth of the items, by chance, is not. */
async function printStock(set: JudgedSet): Promise<void> {
  const draw = draws();
  const out = new Set(set.items.flatMap(({ id }) => (draw(100) < outOfStockPercent ? [id] : [])));
  const items = set.items.map((item) => {
    const availability = out.has(item.id) ? 'out_of_stock' : 'in_stock';
    return { ...item, fields: { ...item.fields, availability } };
  });
  const collection = await JudgedCollection.index({ ...set, name: `${set.name}-stock`, items }, { kind: 'embedded', directory });
  const share = (measured: readonly Measured[]): string =>
    `${(100 * mean(measured.map(({ top }) => top.filter((id) => out.has(id)).length / top.length))).toFixed(0)} %`;
  const [off, on] = [await collection.measure(), await collection.measure([inStockFirst])];
  const changes = on.map(({ ndcg }, query) => ndcg - off[query]!.ndcg);
  const [low, high] = interval(changes);
  report({
    name: `${set.name}, in stock first: nDCG@10; out of stock in the top 10`,
    value: `${signed(mean(changes))} [${signed(low)} ${signed(high)}]; ${share(off)} → ${share(on)}`,
  });
}

const directory = mkdtempSync(path.join(tmpdir(), 'aisle-quality-'));
try {
  const url = process.env['AISLE_OPENSEARCH_URL'];
  const collections: JudgedCollection[] = [];
  for (const set of readJudgedSets()) {
    const embedded = await JudgedCollection.index(set, { kind: 'embedded', directory });
    collections.push(embedded);
    print(embedded, 'embedded', await embedded.measure());
    await printMistyped(embedded, 'embedded');
    await printUnfinished(embedded);
    await printStock(set);
    if (!url) continue;
    const remote = await JudgedCollection.index(set, { kind: 'opensearch', url, prefix: 'aisle-quality' });
    print(remote, 'opensearch', await remote.measure());
    await printMistyped(remote, 'opensearch');
    await remote.drop();
  }
  await printAblations(collections);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/**
 * Relevance of the default settings on judged queries, against plain BM25 with a threefold title.
 * Run: `node bench/quality.bench.ts [worst=0]` (`worst` lists that many of the worst queries of each set); with
 * `AISLE_OPENSEARCH_URL` set, OpenSearch is measured beside the embedded engine.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FieldValue, Item } from '#contract/item.ts';
import { defaultRelevances } from '#engine/default-relevance.ts';
import { openEngine, type EngineSettings } from '#engine/open-engine.ts';
import type { CollectionRelevance, FieldRelevance } from '#engine/relevance.ts';
import { runSearch } from '#engine/search.ts';
import { sharedData } from '#scripts/shared-data.ts';

interface JudgedSet {
  readonly name: string;
  readonly folder: string;
  readonly idField: string;
  readonly grades: Readonly<Record<string, number>>;
  /** nDCG@10, recall@50 and MRR of plain BM25 on the same judgments. */
  readonly plain: readonly [number, number, number];
}

const sets: readonly JudgedSet[] = [
  { name: 'icecat', folder: 'relevance/icecat', idField: 'id', grades: { 0: 0, 1: 1, 2: 2, 3: 3 }, plain: [0.74, 0.823, 0.803] },
  {
    name: 'esci-us',
    folder: 'relevance/esci-us',
    idField: '_id',
    grades: { 0: 0, 1: 1, 10: 2, 100: 3 },
    plain: [0.666, 0.782, 0.855],
  },
];
const notFields = new Set(['query_id', '_id', 'id', 'asin']);
const maxFields = 200;
const depth = 10;
const recallDepth = 50;
const relevantGrade = 2;
const listedWorst = Number(process.argv[2] ?? 0);

function fieldValue(value: unknown): FieldValue | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value === '' ? null : value;
  return Array.isArray(value) && value.length > 0 ? value.map(String) : null;
}

function readItems(file: string, idField: string): Item[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const record = JSON.parse(line) as Record<string, unknown>;
      const entries = Object.entries(record).flatMap(([name, value]) => {
        const found = notFields.has(name) ? null : fieldValue(value);
        return found === null ? [] : [[name, found] as const];
      });
      return { id: String(record[idField]), fields: Object.fromEntries(entries) };
    });
}

/** Relevance of the most frequent fields, as a first import would set it. */
function relevanceOf(items: readonly Item[]): CollectionRelevance {
  const samples = new Map<string, FieldValue[]>();
  const counts = new Map<string, number>();
  for (const { fields } of items) {
    for (const [name, value] of Object.entries(fields)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const sample = samples.get(name) ?? [];
      if (sample.length < 50) samples.set(name, [...sample, value]);
    }
  }
  const names = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxFields)
    .map(([name]) => name);
  const sampled = names.map((name) => {
    const found = samples.get(name) ?? [];
    const isText = found.some((value) => typeof value === 'string' || typeof value === 'object');
    return { name, type: isText ? 'text' : 'float', samples: found } as const;
  });
  const fields: Record<string, FieldRelevance> = Object.fromEntries(defaultRelevances(sampled));
  const layoutFields = names.map((name) => {
    const { searchable = false, stemmer = false } = fields[name] ?? {};
    return { name, type: 'text', searchable, stemmer, facet: false, path: false } as const;
  });
  return { layout: { language: 'en', fields: layoutFields, groupField: null }, fields, relevantRate: 70 };
}

function readJudgments(file: string, grades: JudgedSet['grades']): Map<string, Map<string, number>> {
  const judgments = new Map<string, Map<string, number>>();
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)) {
    const parts = /^(?:"((?:[^"]|"")*)"|([^,]*)),([^,]*),(\d+)\s*$/.exec(line);
    if (parts === null) throw new Error(`Unreadable judgment: ${line}`);
    const query = parts[1]?.replaceAll('""', '"') ?? parts[2] ?? '';
    if (!judgments.has(query)) judgments.set(query, new Map());
    judgments.get(query)?.set(parts[3] ?? '', grades[parts[4] ?? ''] ?? 0);
  }
  return judgments;
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, depth).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

interface Measured {
  readonly query: string;
  readonly ndcg: number;
  readonly recall: number;
  readonly reciprocalRank: number;
  readonly found: number;
}

function measure(query: string, found: readonly string[], judged: ReadonlyMap<string, number>): Measured {
  const grades = found.map((id) => judged.get(id) ?? 0);
  const ideal = gain([...judged.values()].sort((a, b) => b - a));
  const relevant = [...judged].filter(([, grade]) => grade >= relevantGrade).map(([id]) => id);
  const first = grades.findIndex((grade) => grade >= relevantGrade);
  const top = new Set(found.slice(0, recallDepth));
  return {
    query,
    ndcg: gain(grades) / ideal,
    recall: relevant.length === 0 ? Number.NaN : relevant.filter((id) => top.has(id)).length / relevant.length,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    found: found.length,
  };
}

function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

async function run(set: JudgedSet, settings: EngineSettings): Promise<void> {
  const [products, judgmentsFile] = [sharedData(`${set.folder}/products.jsonl`), sharedData(`${set.folder}/judgments.csv`)];
  if (products === null || judgmentsFile === null) {
    console.log(`${set.name}: the judged set is not beside this checkout`);
    return;
  }
  const items = readItems(products, set.idField);
  const relevance = relevanceOf(items);
  const engine = await openEngine(settings, console.warn);
  const build = await engine.build(set.name, relevance.layout);
  await build.add(items);
  await engine.publish(set.name, (await build.finish()).generation);
  const measured: Measured[] = [];
  for (const [query, judged] of readJudgments(judgmentsFile, set.grades)) {
    if (Math.max(...judged.values()) === 0) continue;
    const request = { query, filters: [], facets: [], sort: [], page: 1, perPage: recallDepth };
    const answer = await runSearch(engine, set.name, relevance, [], request);
    measured.push(
      measure(
        query,
        answer.hits.map((hit) => hit.id),
        judged,
      ),
    );
  }
  await engine.drop(set.name);
  await engine.close();
  const [ndcg, recall, rank] = set.plain;
  console.log(`${set.name} (${settings.kind}): ${items.length} products, ${measured.length} queries        ours   plain BM25`);
  const rows: [string, number, number][] = [
    ['nDCG@10', mean(measured.map((one) => one.ndcg)), ndcg],
    ['recall@50', mean(measured.map((one) => one.recall)), recall],
    ['MRR', mean(measured.map((one) => one.reciprocalRank)), rank],
  ];
  for (const [name, ours, plain] of rows) console.log(`  ${name.padEnd(42)} ${ours.toFixed(3)}   ${plain.toFixed(3)}`);
  console.log(`  queries without a result                   ${measured.filter((one) => one.found === 0).length}`);
  for (const { query, ndcg: own } of [...measured].sort((a, b) => a.ndcg - b.ndcg).slice(0, listedWorst))
    console.log(`    ${own.toFixed(2)} ${query}`);
}

const directory = mkdtempSync(path.join(tmpdir(), 'aisle-quality-'));
try {
  const url = process.env['AISLE_OPENSEARCH_URL'];
  for (const set of sets) {
    await run(set, { kind: 'embedded', directory });
    if (url) await run(set, { kind: 'opensearch', url, prefix: 'aisle-quality' });
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

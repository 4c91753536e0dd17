import { readFileSync } from 'node:fs';
import type { FieldValue, Item } from '#contract/item.ts';
import { sharedData } from '#scripts/shared-data.ts';

export interface JudgedSet {
  readonly name: string;
  readonly items: readonly Item[];
  /** Grades 0 to 3; queries without relevant items are skipped. */
  readonly judgments: readonly (readonly [query: string, grades: ReadonlyMap<string, number>])[];
  /** nDCG@10, recall@50 and MRR of BM25 with a threefold title. */
  readonly plain: readonly [number, number, number];
}

interface Source {
  readonly name: string;
  readonly folder: string;
  readonly idField: string;
  readonly grades: Readonly<Record<string, number>>;
  readonly plain: JudgedSet['plain'];
}

const sources: readonly Source[] = [
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

function readJudgments(file: string, grades: Source['grades']): Map<string, Map<string, number>> {
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

export function readJudgedSets(): JudgedSet[] {
  return sources.flatMap(({ name, folder, idField, grades, plain }) => {
    const [products, judgmentsFile] = [sharedData(`${folder}/products.jsonl`), sharedData(`${folder}/judgments.csv`)];
    if (products === null || judgmentsFile === null) {
      console.log(`${name}: the judged set is not beside this checkout`);
      return [];
    }
    const judgments = [...readJudgments(judgmentsFile, grades)].filter(([, judged]) => Math.max(...judged.values()) > 0);
    return [{ name, items: readItems(products, idField), judgments, plain }];
  });
}

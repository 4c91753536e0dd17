import { readFileSync } from 'node:fs';
import type { SampledField } from '#engine/query/default-relevance.ts';
import { openEngine, type EngineSettings } from '#engine/open-engine.ts';
import { scoring } from '#engine/query/scoring.ts';
import { runSearch } from '#engine/query/resolve/run-search.ts';
import { type CollectionLayout, type Hit, inSession } from '#engine/port.ts';
import { learnedWindows } from '#engine/plan.ts';
import { relevanceOf, sampledFields, type Variant } from './variants.ts';
import type { FieldValue, Item } from '#contract/item.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { hasDigit } from '#engine/query/analysis/typos.ts';

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

const depth = 10;
export const shownItems = 20;
const recallDepth = 50;
const relevantGrade = 2;

export interface Measured {
  readonly query: string;
  readonly ndcg: number;
  /** NaN without relevant items. */
  readonly recall: number;
  readonly reciprocalRank: number;
  readonly found: number;
  readonly top: readonly string[];
  /** The best hits. */
  readonly window: readonly { readonly id: string; readonly score: number }[];
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, depth).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

/** Unjudged items count as irrelevant. */
function measure(query: string, hits: readonly Hit[], judged: ReadonlyMap<string, number>): Measured {
  const found = hits.slice(0, recallDepth).map(({ id }) => id);
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
    top: found.slice(0, depth),
    window: hits.slice(0, learnedWindows.asked).map(({ id, score }) => ({ id, score })),
  };
}

export function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

const resamples = 10_000;
const tail = 0.025;

/** 95 % bootstrap interval; deterministic. */
export function interval(values: readonly number[]): readonly [number, number] {
  let state = 1;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  }).sort();
  return [means[Math.floor(resamples * tail)]!, means[Math.ceil(resamples * (1 - tail)) - 1]!];
}

const seed = 1;
const typosPerWord = 5;
const leastTyped = 3;
/** Shorter words turn into other words. */
const leastLength = 4;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Deterministic (Park–Miller). */
export function draws(): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Omission, repetition, insertion or transposition. */
export function mistype(word: string, draw: (below: number) => number): string {
  const at = draw(word.length);
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const other = letters[draw(letters.length)]!;
  const slips = [
    before + after,
    before + other + letter + after,
    before + other + after,
    at + 1 < word.length ? before + after[0]! + letter + after.slice(1) : before + letter + letter,
  ];
  const typed = slips[draw(slips.length)]!;
  return typed === word ? mistype(word, draw) : typed;
}

export interface MistypedQuery {
  readonly meant: string;
  readonly typed: string;
}

function mistypedQueries(queries: readonly string[]): MistypedQuery[] {
  const draw = draws();
  return queries.flatMap((meant) => {
    const words = meant.split(' ');
    return words.flatMap((word, index) => {
      if (word.length < leastLength || hasDigit(word)) return [];
      return Array.from({ length: typosPerWord }, () => ({ meant, typed: words.with(index, mistype(word, draw)).join(' ') }));
    });
  });
}

const defaultScoring = { ...scoring };

export class JudgedCollection {
  readonly set: JudgedSet;
  readonly #settings: EngineSettings;
  readonly #fields: readonly SampledField[];
  readonly #known = new Map<string, readonly Measured[]>();

  private constructor(set: JudgedSet, settings: EngineSettings) {
    this.set = set;
    this.#settings = settings;
    this.#fields = sampledFields(set.items);
  }

  static async index(set: JudgedSet, settings: EngineSettings): Promise<JudgedCollection> {
    const collection = new JudgedCollection(set, settings);
    const engine = await openEngine(settings, { onProblem: console.warn });
    const build = await engine.build(set.name, relevanceOf(collection.#fields, []).layout);
    await build.add([...set.items]);
    await engine.publish(set.name, (await build.finish()).generation);
    await engine.close();
    return collection;
  }

  async measure(variants: readonly Variant[] = []): Promise<readonly Measured[]> {
    const key = variants.map(({ name }) => name).join('; ');
    let measured = this.#known.get(key);
    if (measured === undefined) this.#known.set(key, (measured = await this.ask(variants)));
    return measured;
  }

  ask(variants: readonly Variant[]): Promise<readonly Measured[]> {
    return this.#ask(this.set.judgments, variants);
  }

  /** Values of an item, by field. */
  valuesIn(fields: readonly string[]): (id: string) => readonly (readonly unknown[])[] | null {
    const values = new Map(this.set.items.map((item) => [item.id, fields.map((name) => [item.fields[name] ?? []].flat())]));
    return (id) => values.get(id) ?? null;
  }

  get layout(): CollectionLayout {
    return relevanceOf(this.#fields, []).layout;
  }

  async measureMistyped(): Promise<readonly { readonly meant: Measured; readonly mistyped: Measured }[]> {
    const meant = new Map((await this.measure()).map((measured) => [measured.query, measured]));
    const judgments = new Map(this.set.judgments);
    const queries = mistypedQueries([...judgments.keys()]);
    const asked = queries.map((query) => [query.typed, judgments.get(query.meant)!] as const);
    const measured = await this.#ask(asked, []);
    return measured.map((mistyped, at) => ({ meant: meant.get(queries[at]!.meant)!, mistyped }));
  }

  /** The queries before their last word is finished. */
  async measureUnfinished(): Promise<readonly Measured[]> {
    const unfinished = this.set.judgments.flatMap(([query, judged]) => {
      const last = /\S*$/.exec(query)![0];
      if (last.length < leastLength || hasDigit(last)) return [];
      const cut = Math.max(leastTyped, Math.ceil(last.length / 2));
      return [[query.slice(0, query.length - last.length + cut), judged] as const];
    });
    return this.#ask(unfinished, [], true);
  }

  async #ask(judgments: JudgedSet['judgments'], variants: readonly Variant[], isTyping = false): Promise<Measured[]> {
    Object.assign(scoring, defaultScoring, ...variants.map((variant) => variant.scoring ?? {}));
    const relevance = relevanceOf(this.#fields, variants);
    const engine = await openEngine(this.#settings, { onProblem: console.warn });
    const measured: Measured[] = [];
    for (const [query, judged] of judgments) {
      const request = {
        query,
        filters: [],
        facets: [],
        sort: [],
        page: 1,
        today: 0,
        perPage: learnedWindows.asked,
        ...(isTyping && { isTyping: true as const }),
      };
      const { hits } = await inSession(engine, this.set.name, (session) => runSearch(session, relevance, [], request));
      measured.push(measure(query, hits, judged));
    }
    await engine.close();
    Object.assign(scoring, defaultScoring);
    return measured;
  }

  async drop(): Promise<void> {
    const engine = await openEngine(this.#settings, { onProblem: console.warn });
    await engine.drop(this.set.name);
    await engine.close();
  }
}

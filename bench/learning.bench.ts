/**
 * nDCG gained by learning from clicks on judged queries. Simulated visitors look at place k with a chance of 1 / k^attention and click what
 * they look at by its grade, a tenth of them by chance; each night learns from the days before.
 * Run: `node bench/learning.bench.ts [searches=N] [part=careful|strong|unseen|signal|buried]`; N searches of a query a day.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inLearnedOrder, learnableFields, learnedFor, learnedKey } from '#engine/query/learned.ts';
import type { LearnedStrength, LearnedTable } from '#engine/query/learned.ts';
import { learn } from '#server/learning/learn.ts';
import { choiceWeights, LookCounts } from '#server/learning/look-counts.ts';
import { type LoggedLook, looksOfDay } from '#server/learning/looks-of-day.ts';
import { report } from './figures.ts';
import { draws, interval, JudgedCollection, mean, type Measured, readJudgedSets, shownItems } from './judged-collection.ts';

const options = new Map(process.argv.slice(2).map((word) => word.split('=') as [string, string]));
const searchesPerDay = Number(options.get('searches') ?? 20);
const days = 30;
const [buriedDays, daysBack, firstPlaces] = [14, 7, 3];
const noise = 0.1;
const highestGrade = 3;
const folds = 5;
const language = 'en';
const mostWithoutSignal = 0.003;
const targets: Readonly<Record<string, readonly [known: number, unseen: number]>> = {
  icecat: [0.05, 0],
  'esci-us': [0.08, 0.01],
};

interface Visitors {
  readonly name: string;
  readonly attention: number;
  /** Chance of a click on what is looked at. */
  clicks(grade: number): number;
}

const judging: Visitors = {
  name: 'clicks by grade',
  attention: 1,
  clicks: (grade) => noise + (1 - noise) * ((2 ** grade - 1) / (2 ** highestGrade - 1)),
};
const withoutSignal: readonly Visitors[] = [
  { name: 'clicks at random', attention: 1, clicks: () => 0.3 },
  ...[0.6, 1, 1.5].map((attention) => ({ name: `clicks by place alone, 1 / k^${attention}`, attention, clicks: () => 1 })),
];

interface Season {
  readonly visitors: Visitors;
  readonly strength: LearnedStrength;
  readonly dayCount: number;
  /** Queries that people search for. */
  asks(query: string): boolean;
  /** An item of a query that is hidden on a day. */
  hides?(day: number, query: string): string | undefined;
}

interface Compared {
  readonly before: readonly Measured[];
  readonly after: readonly Measured[];
}

const granularity = 1_000_000;

/** Days of searches, each in the order that the nights before have learned; the last night's is measured on the engine. */
async function season(collection: JudgedCollection, { visitors, strength, dayCount, asks, hides }: Season): Promise<Compared> {
  const fields = learnableFields(collection.layout);
  const [valuesOf, grades, counts, draw] = [
    collection.valuesIn(fields.map(({ name }) => name)),
    new Map(collection.set.judgments),
    new LookCounts(),
    draws(),
  ];
  const isBy = (chance: number): boolean => draw(granularity) < chance * granularity;
  const before = await collection.measure();
  let table: LearnedTable = { queries: new Map(), fields: [] };
  for (let day = 0; day < dayCount; day++) {
    counts.age(1);
    const logged: LoggedLook[] = [];
    for (const { query, window } of before) {
      if (!asks(query)) continue;
      const hits = window.filter(({ id }) => id !== hides?.(day, query)).map((hit) => ({ ...hit, values: valuesOf(hit.id)! }));
      const learned = learnedFor(table, strength, { language, query, isTyping: false, last: null });
      const shown = (
        learned === null
          ? hits
          : inLearnedOrder(learned, hits, ({ values }, field) => values[fields.findIndex(({ name }) => name === field)]!)
      )
        .slice(0, shownItems)
        .map(({ id }) => id);
      for (let search = 0; search < searchesPerDay; search++) {
        const chosen = shown.filter(
          (id, place) => isBy((place + 1) ** -visitors.attention) && isBy(visitors.clicks(grades.get(query)?.get(id) ?? 0)),
        );
        const choices = new Map(chosen.map((id) => [id, choiceWeights.click]));
        const visitor = `${query} ${search}`;
        logged.push({ query: learnedKey(language, query), name: query, ids: shown, choices, visitor, network: visitor });
      }
    }
    for (const look of looksOfDay(logged)) counts.add(look);
    ({ table } = await learn(counts, fields, valuesOf));
  }
  return { before, after: await collection.ask([{ name: 'learned', settings: { learned: { table, strength } } }]) };
}

const changes = ({ before, after }: Compared): number[] => after.map(({ ndcg }, at) => ndcg - before[at]!.ndcg);
const signed = (value: number): string => (value < 0 ? '−' : '+') + Math.abs(value).toFixed(3);

function describe(values: readonly number[]): string {
  const [low, high] = interval(values);
  return `${signed(mean(values))} [${signed(low)} ${signed(high)}]`;
}

async function printKnown(collection: JudgedCollection, strength: LearnedStrength): Promise<void> {
  const learned = changes(await season(collection, { visitors: judging, strength, dayCount: days, asks: () => true }));
  const [least] = targets[collection.set.name]!;
  report({
    name: `${collection.set.name}, ${strength}: nDCG@10 after ${days} days of ${searchesPerDay} searches a query`,
    value: describe(learned),
    target: { text: `≥ ${signed(least)}`, isMet: mean(learned) >= least },
  });
}

/** Each fifth of the queries with the table of the others. Inflections of a query are in one fifth. */
async function printUnseen(collection: JudgedCollection): Promise<void> {
  const draw = draws();
  const keyOf = (query: string): string => learnedKey(language, query);
  const keys = [...new Set(collection.set.judgments.map(([query]) => keyOf(query)))];
  const order = keys.map((key) => ({ key, at: draw(granularity) })).toSorted((a, b) => a.at - b.at);
  const learned: number[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const unseen = new Set(order.filter((_, at) => at % folds === fold).map(({ key }) => key));
    const asks = (query: string): boolean => !unseen.has(keyOf(query));
    const found = await season(collection, { visitors: judging, strength: 'strong', dayCount: days, asks });
    learned.push(...changes(found).filter((_, at) => unseen.has(keyOf(found.after[at]!.query))));
  }
  const [, least] = targets[collection.set.name]!;
  report({
    name: `${collection.set.name}: nDCG@10 of queries that nobody asked before`,
    value: describe(learned),
    target: {
      text: least > 0 ? `≥ ${signed(least)}, interval above 0` : 'not below 0',
      isMet: mean(learned) >= least && (least === 0 || interval(learned)[0] > 0),
    },
  });
}

async function printWithoutSignal(collection: JudgedCollection): Promise<void> {
  for (const visitors of withoutSignal) {
    const learned = changes(await season(collection, { visitors, strength: 'strong', dayCount: days, asks: () => true }));
    report({
      name: `${collection.set.name}, ${visitors.name}: nDCG@10`,
      value: describe(learned),
      target: { text: `± ${mostWithoutSignal}`, isMet: Math.abs(mean(learned)) <= mostWithoutSignal },
    });
  }
}

/** A good item of each query is hidden for two weeks, while others learn. */
async function printBuried(collection: JudgedCollection): Promise<void> {
  const grades = new Map(collection.set.judgments);
  const buried = new Map(
    (await collection.measure()).flatMap(({ query, top }) => {
      const good = top.slice(0, firstPlaces).find((id) => grades.get(query)?.get(id) === highestGrade);
      return good === undefined ? [] : [[query, good] as const];
    }),
  );
  const hides = (day: number, query: string): string | undefined => (day < buriedDays ? buried.get(query) : undefined);
  const dayCount = buriedDays + daysBack;
  const { after } = await season(collection, { visitors: judging, strength: 'strong', dayCount, asks: () => true, hides });
  const isBack = ({ query, top }: Measured): boolean => {
    const [id, first] = [buried.get(query), top.slice(0, firstPlaces)];
    return id !== undefined && (first.includes(id) || first.every((one) => grades.get(query)?.get(one) === highestGrade));
  };
  report({
    name: `${collection.set.name}: good items hidden for ${buriedDays} days that are back among the first ${firstPlaces}, or after others as good, in ${daysBack}`,
    value: `${after.filter(isBack).length} of ${buried.size}`,
  });
}

const directory = mkdtempSync(path.join(tmpdir(), 'aisle-learning-'));
try {
  for (const set of readJudgedSets()) {
    const collection = await JudgedCollection.index(set, { kind: 'embedded', directory });
    const parts: readonly (readonly [string, () => Promise<void>])[] = [
      ['careful', () => printKnown(collection, 'careful')],
      ['strong', () => printKnown(collection, 'strong')],
      ['unseen', () => printUnseen(collection)],
      ['signal', () => printWithoutSignal(collection)],
      ['buried', () => printBuried(collection)],
    ];
    for (const [name, print] of parts) if ((options.get('part') ?? name) === name) await print();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

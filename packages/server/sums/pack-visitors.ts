import { termCube } from './cubes.ts';
import { daysOver, type DaysOver, packEveryMilliseconds, wholeMonths } from './days-over.ts';
import { finePartOf } from './parts.ts';
import {
  groupOf,
  type KnownPack,
  type PackKey,
  type SumPackStore,
  sumPackStore,
  unlessMeanwhile,
  wholeMonth,
} from './sum-packs.store.ts';
import {
  addMarked,
  marked,
  type MarkedVisitors,
  mergeVisitors,
  packVisitors,
  unpackVisitors,
  visitorNumber,
} from './visitor-sets.ts';
import { allTerms, visitorCube, wholeDay } from './read-visitors.ts';
import { sumNameStore } from './sum-names.store.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/slices.ts';

/** Packs who searched for what on days that are over. */
export function packSearchVisitors(app: App): void {
  app.jobs.repeat('visitors of searches', packEveryMilliseconds, (signal) => packVisitorDays(app.db, signal));
}

/** As `DaysOver` says. */
export async function packVisitorDays(db: Database, signal: AbortSignal, over: DaysOver = {}): Promise<void> {
  for await (const { project, days } of daysOver(db, visitorCube, over)) {
    for (const day of days) {
      if (signal.aborted) return;
      if (!(await unlessMeanwhile(() => packDay(db, project, day)))) break;
    }
    await unlessMeanwhile(() => packMonths(db, project));
  }
}

/** A search that is counted. */
export interface SearchOfDay {
  readonly collection_id: number;
  readonly result_object: string;
  readonly language: string;
  readonly term: string;
  readonly visitor: string;
  readonly item_count: number;
}

async function packDay(db: Database, project: ProjectScope, day: string): Promise<void> {
  const rows = await db
    .selectFrom('shop_query')
    .select(['collection_id', 'result_object', 'language', 'term', 'visitor', 'item_count'])
    .where('project_id', '=', project.id)
    .where('day', '=', day)
    .where('is_counted', '=', 1)
    .execute();
  await packSearches(db, project, day, rows);
}

/** Packs all searches of a day: who searched for what, and how much of what was typed was then searched for. */
export async function packSearches(
  db: Database,
  project: ProjectScope,
  day: string,
  rows: readonly SearchOfDay[],
): Promise<void> {
  const searched = new Set(
    rows.filter(({ result_object: object }) => object === 'search').map(({ term, visitor }) => `${visitor} ${term}`),
  );
  const breathe = inSlices();
  await db.transaction().execute(async (transaction) => {
    const terms = sumNameStore(transaction, termCube);
    const store = sumPackStore(transaction, visitorCube);
    const numbers = await terms.numbersFor(project, [...new Set(rows.map(({ term }) => term))]);
    const groups = Map.groupBy(rows, ({ collection_id, result_object, language }) =>
      JSON.stringify([collection_id, result_object, language]),
    );
    for (const group of groups.values()) {
      const { collection_id, result_object, language } = group[0]!;
      const key = { span: 'day' as const, period: day, collection_id: Number(collection_id), result_object, language };
      const [byTerm, all]: [MarkedVisitors, MarkedVisitors] = [new Map(), new Map()];
      for (const { term, visitor, item_count: found } of group) {
        const mark = marked(visitorNumber(visitor), found === 0);
        addMarked(byTerm, numbers.get(term)!, mark);
        addMarked(all, allTerms.any, mark);
        if (found === 0) addMarked(all, allTerms.unfound, mark);
      }
      await store.add(project, [
        { ...key, part: 0, data: packVisitors(await mergeVisitors(byTerm, breathe)) },
        { ...key, part: wholeDay, data: packVisitors(await mergeVisitors(all, breathe)) },
      ]);
      if (result_object !== 'autocomplete') continue;
      const ended = group.filter(({ term, visitor }) => searched.has(`${visitor} ${term}`)).length;
      await transaction
        .updateTable('search_day')
        .set({ ended_count: ended })
        .where('project_id', '=', project.id)
        .where('collection_id', '=', collection_id)
        .where('day', '=', day)
        .where('result_object', '=', result_object)
        .where('language', '=', language)
        .execute();
    }
  });
}

/** Adds packs of the months whose days are all packed; days keep theirs. */
async function packMonths(db: Database, project: ProjectScope): Promise<void> {
  const store = sumPackStore(db, visitorCube);
  const months = new Set(wholeMonths(await store.packedDays(project)));
  const all = { project, range: { start: '', end: '9' }, language: '', resultObject: 'all' };
  const packed = await store.list({ ...all, range: { start: '1', end: '0' } }, [{ from: '', until: '9', parts: null }]);
  for (const { period } of packed) months.delete(period);
  for (const month of months) {
    const range = { start: `${month}-01`, end: `${month}-31` };
    const listed = await store.list({ ...all, range }, []);
    const packs: Awaited<ReturnType<typeof monthPacks>> = [];
    for (const group of Map.groupBy(listed, groupOf).values()) packs.push(...(await monthPacks(store, group[0]!, month, group)));
    // A month is packed as a whole or not at all: whoever reads asks by months.
    await db.transaction().execute((transaction) => sumPackStore(transaction, visitorCube).add(project, packs));
  }
}

/** The packs of a month from those of its days, part by part. */
async function monthPacks(store: SumPackStore, of: PackKey, month: string, days: readonly KnownPack[]) {
  const { collection_id, result_object, language } = of;
  const key = { span: 'month' as const, period: month, collection_id, result_object, language };
  const breathe = inSlices();
  const byPart = new Map<number, MarkedVisitors>();
  for await (const { part: dayPart, data } of store.load(days)) {
    const { numbers, visitors, unfound } = unpackVisitors(data);
    for (let at = 0; at < numbers.length; at += 1) {
      const part = dayPart === wholeDay ? wholeMonth : finePartOf(numbers[at]!);
      const ofPart = byPart.get(part) ?? new Map<number, number[]>();
      byPart.set(part, ofPart);
      addMarked(ofPart, numbers[at]!, marked(visitors[at]!, unfound[at] === 1));
    }
    await breathe();
  }
  const packs: (PackKey & { readonly data: string })[] = [];
  for (const [part, ofPart] of byPart) packs.push({ ...key, part, data: packVisitors(await mergeVisitors(ofPart, breathe)) });
  return packs;
}

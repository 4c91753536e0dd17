import { addDays, nightOf } from '#contract/days.ts';
import { findSynonyms } from './find-synonyms.ts';
import { proposedSynonymStore } from '#features/search-settings/synonyms/proposed-synonyms.store.ts';
import { plainItem } from '#engine/index/stored-item.ts';
import { columnValues } from '#engine/query/analysis/column-values.ts';
import { categoryKey, learnableFields, learnedKey, type LearnedTable } from '#engine/query/learned.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { storedFields } from './learned-order.service.ts';
import { type KnownRow, type LearnedRow, learnedStore } from './learned.store.ts';
import { type After, type LearningCollection, looksStore } from './looks.store.ts';
import type { App } from '#server/app/app.ts';
import { inSlices, restAfter } from '#server/base/slices.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { learn } from '#server/learning/learn.ts';
import { choicesOf, looksAt, LookCounts } from '#server/learning/look-counts.ts';
import { type LoggedSearch, NextCounts } from '#server/learning/next-counts.ts';
import { type LoggedLook, looksOfDay } from '#server/learning/looks-of-day.ts';
import { inCollection } from '#server/search/project-search.ts';

/** A few milliseconds on SQLite, which reads in the main thread. */
const rowsAtOnce = 500;
/** Bounds memory; further searches and choices of a day aren't counted. */
const mostOfDay = 1_000_000;
/** Smaller changes of a factor's logarithm, and of choices, stay out of releases. */
const [leastLogChange, leastChosenChange] = [0.1, 0.2];

type Values = readonly (readonly unknown[])[];

/**
 * Counts the looks of each day that is over, and learns the order of collections from them. A night is written in one transaction: of
 * several servers one writes it, and a server that stopped begins it again.
 */
export function nightlyLearning(app: Pick<App, 'db' | 'engine' | 'releases' | 'http'>) {
  const looks = looksStore(app.db);

  /** By query id, then by item. */
  async function choicesAfter(project: ProjectScope, day: string, signal?: AbortSignal) {
    const choices = new Map<string, Map<string, number>>();
    let count = 0;
    // Some follow after midnight.
    for (const one of [day, addDays(day, 1)])
      for await (const part of partsOf((after) => looks.choices(project, after), one, signal)) {
        for (const { queryId, itemId, weight } of part) {
          const ofQuery = choices.get(queryId) ?? new Map<string, number>();
          choices.set(queryId, ofQuery);
          ofQuery.set(itemId, Math.max(weight, ofQuery.get(itemId) ?? 0));
        }
        if ((count += part.length) > mostOfDay) return choices;
      }
    return choices;
  }

  interface Counts {
    readonly looks: LookCounts;
    readonly next: NextCounts;
  }

  async function addDay(counts: Counts, collection: LearningCollection, keyOf: KeyOf, day: string, signal?: AbortSignal) {
    const choices = await choicesAfter(collection, day, signal);
    const lists = new Map<string, readonly string[]>();
    const logged = new Map<string, LoggedLook[]>();
    const searched: LoggedSearch[] = [];
    const once = textsOnce();
    let count = 0;
    for await (const part of partsOf((after) => looks.searches(collection, after), day, signal)) {
      const unknown = new Set(part.flatMap(({ list }) => (list === null || lists.has(list) ? [] : [list])));
      for (const [hash, ids] of await looks.lists(collection, [...unknown])) lists.set(hash, ids);
      for (const { queryId, term, isCategory, visitor: visitorHash, network: networkHash, happenedAt, list } of part) {
        const [query, ids] = [isCategory ? categoryKey(term) : keyOf(term), list === null ? undefined : lists.get(list)];
        if (query === '') continue;
        // A shop's server tells its visitors apart.
        const [visitor, network] = [once(visitorHash), once(networkHash ?? `visitor ${visitorHash}`)];
        const [name, chosen] = [once(term), choices.get(queryId) ?? noChoices];
        if (!isCategory) searched.push({ query, name, visitor, network, happenedAt, chosen: [...chosen.keys()] });
        if (ids === undefined) continue;
        const ofQuery = logged.get(query) ?? [];
        logged.set(query, ofQuery);
        ofQuery.push({ query, name, ids, choices: chosen, visitor, network });
      }
      if ((count += part.length) > mostOfDay) break;
    }
    const breathe = inSlices();
    counts.looks.age(1);
    for (const ofQuery of logged.values()) {
      for (const look of looksOfDay(ofQuery)) counts.looks.add(look);
      await breathe();
    }
    counts.next.age();
    await counts.next.addDay(searched, breathe);
  }

  async function tableOf(
    counts: LookCounts,
    collection: LearningCollection,
    relevance: CollectionRelevance,
    signal?: AbortSignal,
  ) {
    const fields = learnableFields(relevance.layout);
    const chosen = [...counts.queries.values()].filter((one) => choicesOf(one) > 0);
    const ids = [...new Set(chosen.flatMap(({ pairs }) => [...pairs.keys()]))];
    const values = new Map<string, Values>();
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      signal?.throwIfAborted();
      const begunAt = performance.now();
      const items = await inCollection(app as App, collection, collection.collectionId, ({ session }) =>
        session.items(ids.slice(at, at + rowsAtOnce)),
      );
      for (const item of items) values.set(item.id, valuesOf(plainItem(item), fields, relevance));
      await restAfter(performance.now() - begunAt, signal);
    }
    return (await learn(counts, fields, (id) => values.get(id) ?? null, inSlices())).table;
  }

  /** Where the visitors are gone from whose choices it was learned. */
  async function forgetAll(collection: LearningCollection, known: readonly KnownRow[]): Promise<void> {
    const gone = known.filter(({ state }) => state !== 'never');
    if (gone.length === 0) return;
    await app.releases.change(collection, { userId: null, reason: 'learning' }, (db) =>
      learnedStore(db).remove(collection, idsOf(gone)),
    );
  }

  async function learnUntil(collection: LearningCollection, lastDay: string, signal?: AbortSignal): Promise<void> {
    const { collectionId } = collection;
    const before = await looks.counts(collection);
    const first = before === null ? await looks.firstDay(collection) : addDays(before.day, 1);
    const relevance = (await app.releases.live(collection)).relevance[collectionId];
    if (relevance === undefined) return;
    const known = await learnedStore(app.db).all(collection);
    if (first === null || first > lastDay) {
      if (before === null) await forgetAll(collection, known);
      return;
    }
    const forgotten = known.filter(({ state }) => state === 'forgotten');
    const counts = before === null ? new LookCounts() : await LookCounts.unpacked(before.counts.split('\n'), inSlices());
    const next = await NextCounts.unpacked(before?.nextSearches ?? '', inSlices());
    for (const { key } of forgotten) counts.forget(key);
    const keyOf = rememberedKeys(relevance.layout.language);
    for (let day = first; day <= lastDay; day = addDays(day, 1))
      await addDay({ looks: counts, next }, collection, keyOf, day, signal);
    const table = await tableOf(counts, collection, relevance, signal);
    const proposed = await inCollection(app as App, collection, collectionId, (search) => findSynonyms(search, next, counts), {
      signal,
    });
    const [packed, nextSearches] = [await packedLines(counts), await packedLines(next)];
    const { put, gone } = changedRows(known, rowsOf(table, counts));
    await app.releases.change(collection, { userId: null, reason: 'learning' }, async (db) => {
      if (!(await looksStore(db).setCounts(collection, before?.day ?? null, { day: lastDay, counts: packed, nextSearches })))
        return;
      const store = learnedStore(db);
      await store.remove(collection, idsOf(forgotten), 'forgotten');
      await store.remove(collection, idsOf(gone), 'learned');
      await store.put(collection, put);
      await proposedSynonymStore(db).replace(collection, proposed);
    });
  }

  /** `now` is epoch milliseconds. */
  return async (signal?: AbortSignal, only?: ProjectScope, now: number = Date.now()): Promise<void> => {
    for (const collection of await looks.collections(only))
      try {
        const lastDay = addDays(nightOf(now, collection.timeZone), -1);
        if (((await looks.countedDay(collection)) ?? '') < lastDay) await learnUntil(collection, lastDay, signal);
      } catch (error) {
        if (signal?.aborted) return;
        // Others go on; this one is retried.
        app.http.log.error({ err: error, project: collection.id }, 'The order of a collection could not be learned');
      }
  };
}

/** The parts of a day's rows, with pauses. */
async function* partsOf<Row>(
  read: (after: After) => Promise<{ readonly last: number | null; readonly rows: readonly Row[] }>,
  day: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const begunAt = performance.now();
    const { last, rows } = await read({ day, after, limit: rowsAtOnce });
    yield rows;
    if (last === null) return;
    after = last;
    await restAfter(performance.now() - begunAt, signal);
  }
}

const noChoices: LoggedLook['choices'] = new Map();

/** One copy of each text in memory instead of one a row. */
function textsOnce(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}

type KeyOf = (term: string) => string;

function rememberedKeys(language: string): KeyOf {
  const keys = new Map<string, string>();
  return (term) => {
    const key = keys.get(term) ?? learnedKey(language, term);
    keys.set(term, key);
    return key;
  };
}

/** As engines have them in their columns. */
function valuesOf(
  { fields: own }: ReturnType<typeof plainItem>,
  fields: ReturnType<typeof learnableFields>,
  { layout }: CollectionRelevance,
): Values {
  return fields.map(({ name }) => {
    const [field, value] = [layout.fields.find((one) => one.name === name)!, own[name]];
    return value === undefined ? [] : columnValues(value, { name, type: field.type, isPath: field.path });
  });
}

async function packedLines(counts: LookCounts | NextCounts): Promise<string> {
  const breathe = inSlices();
  const lines: string[] = [];
  for (const line of counts.packed()) {
    lines.push(line);
    await breathe();
  }
  return lines.join('\n');
}

function rowsOf(table: LearnedTable, counts: LookCounts): LearnedRow[] {
  const rows = [...table.queries].map(([key, learned]): LearnedRow => {
    const counted = counts.queries.get(key)!;
    const evidence = { searches: Math.round(looksAt(counted)), choices: Math.round(choicesOf(counted)) };
    return { key, query: counted.name, ...learned, ...evidence };
  });
  const fields = storedFields(table);
  const ofAll = { key: '', query: '', ids: [], logs: [], chosen: [], searches: 0, choices: 0, fields };
  return fields.length === 0 ? rows : [...rows, ofAll];
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

function changedRows(known: readonly KnownRow[], wanted: readonly LearnedRow[]) {
  const byKey = new Map(known.map((row) => [row.key, row]));
  const keys = new Set(wanted.map(({ key }) => key));
  return {
    gone: known.filter(({ key, state }) => state === 'learned' && !keys.has(key)),
    put: wanted.filter((row) => {
      const before = byKey.get(row.key);
      return before === undefined || before.state === 'forgotten' || (before.state === 'learned' && !isSimilar(before, row));
    }),
  };
}

function isSimilar(one: LearnedRow, other: LearnedRow): boolean {
  if (one.ids.length !== other.ids.length || JSON.stringify(one.fields) !== JSON.stringify(other.fields)) return false;
  const places = new Map(one.ids.map((id, at) => [id, at]));
  return other.ids.every((id, at) => {
    const before = places.get(id);
    if (before === undefined) return false;
    const change = Math.abs(one.chosen[before]! - other.chosen[at]!);
    return (
      Math.abs(one.logs[before]! - other.logs[at]!) < leastLogChange &&
      change <= leastChosenChange * Math.max(1, other.chosen[at]!)
    );
  });
}

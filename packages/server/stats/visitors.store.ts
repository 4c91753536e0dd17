import { type Asked, remembered, searchDays } from './totals.store.ts';
import { nameStore } from './names.store.ts';
import { type VisitorCount, VisitorSet } from './visitors.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/base/slices.ts';

const daysAtOnce = 60;
const countBytes = 100;

/** Distinct visitors: of days that are rolled up by their sets, of newer ones by their queries. */
export const visitorStore = (db: Database) => {
  /** Ids of the days, by whether they are rolled up; the state changes with their searches. */
  async function daysOf(asked: Asked) {
    const rows = await searchDays(db, 'search_day', asked)
      .select(['id', 'day', 'search_count', 'took_ms'])
      .select((eb) => eb('visitors', 'is not', null).as('isRolledUp'))
      .orderBy('id')
      .execute();
    const state = rows.map(({ id, search_count: count, took_ms: ms, isRolledUp }) => `${id} ${count} ${ms} ${isRolledUp}`);
    const [rolledUp, newest] = [rows.filter((row) => row.isRolledUp), rows.filter((row) => !row.isRolledUp)];
    return {
      state: state.join(),
      ids: rolledUp.map(({ id }) => Number(id)),
      newest: [...new Set(newest.map(({ day }) => day))],
    };
  }

  const newestQueries = (asked: Asked, days: readonly string[]) =>
    searchDays(db, 'shop_query', asked).where('is_counted', '=', 1).where('day', 'in', days);

  const setColumn = (onlyUnfound: boolean) => (onlyUnfound ? 'unfound_visitors' : 'visitors');

  return {
    /** Of all searches, or of those that found nothing. */
    async all(asked: Asked, onlyUnfound: boolean): Promise<VisitorCount> {
      const { state, ids, newest } = await daysOf(asked);
      return remembered(db, JSON.stringify(['visitors', asked, onlyUnfound, state]), async () => {
        const set = new VisitorSet();
        const breathe = inSlices();
        for (let at = 0; at < ids.length; at += daysAtOnce) {
          const some = db
            .selectFrom('search_day')
            .select(setColumn(onlyUnfound))
            .where('id', 'in', ids.slice(at, at + daysAtOnce));
          for (const packed of await some.execute()) {
            set.addPacked(Object.values(packed)[0] ?? '');
            await breathe();
          }
        }
        if (newest.length > 0) {
          const queries = newestQueries(asked, newest).select('visitor').distinct();
          const rows = await (onlyUnfound ? queries.where('item_count', '=', 0) : queries).execute();
          for (const { visitor } of rows) set.add(visitor);
        }
        return { value: set.count(), bytes: countBytes };
      });
    },

    /** Of each of some terms. */
    async of(asked: Asked, terms: readonly string[], onlyUnfound: boolean): Promise<Map<string, VisitorCount>> {
      const { state, ids, newest } = await daysOf(asked);
      const sets = new Map(terms.map((term) => [term, new VisitorSet()]));
      const key = (term: string): string => JSON.stringify(['visitors of', term, asked, onlyUnfound, state]);
      if (terms.length === 0) return new Map();
      const counts = await remembered(db, key(terms.join('\n')), async () => {
        const nameIds = await nameStore(db).idsOf(asked.project, terms);
        const setOf = new Map([...nameIds].map(([term, id]) => [id, sets.get(term)!]));
        const breathe = inSlices();
        for (let at = 0; at < ids.length && setOf.size > 0; at += daysAtOnce) {
          const packs = db
            .selectFrom('term_day')
            .select(['term_id', setColumn(onlyUnfound)])
            .where('day_id', 'in', ids.slice(at, at + daysAtOnce))
            .where('term_id', 'in', [...setOf.keys()]);
          for (const { term_id: id, ...packed } of await packs.execute()) {
            setOf.get(Number(id))!.addPacked(Object.values(packed)[0] ?? '');
            await breathe();
          }
        }
        if (newest.length > 0) {
          const queries = newestQueries(asked, newest).select(['term', 'visitor']).distinct().where('term', 'in', terms);
          const rows = await (onlyUnfound ? queries.where('item_count', '=', 0) : queries).execute();
          for (const { term, visitor } of rows) sets.get(term)!.add(visitor);
        }
        const value = [...sets].map(([term, set]) => [term, set.count()] as const);
        return { value, bytes: countBytes * terms.length };
      });
      return new Map(counts);
    },
  };
};

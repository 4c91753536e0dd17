import { type Asked, remembered, searchDays } from './totals.store.ts';
import { nameStore } from './names.store.ts';
import { type VisitorCount, VisitorSet } from './visitors.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/base/slices.ts';

const daysAtOnce = 60;
const countBytes = 100;
/** The key of the visitors of all terms. */
const all = '';

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

  /** By term; `terms` is null for all together. */
  async function counts(asked: Asked, terms: readonly string[] | null, onlyUnfound: boolean): Promise<[string, VisitorCount][]> {
    const { state, ids, newest } = await daysOf(asked);
    return remembered(db, JSON.stringify(['visitors', terms, asked, onlyUnfound, state]), async () => {
      const sets = new Map((terms ?? [all]).map((term) => [term, new VisitorSet()]));
      const termOf = new Map([...(await nameStore(db).idsOf(asked.project, terms ?? []))].map(([term, id]) => [id, term]));
      const column = onlyUnfound ? 'unfound_visitors' : 'visitors';
      const breathe = inSlices();
      for (let at = 0; at < ids.length && (terms === null || termOf.size > 0); at += daysAtOnce) {
        const some = ids.slice(at, at + daysAtOnce);
        const ofDays = db.selectFrom('search_day').select(`${column} as packed`).where('id', 'in', some);
        const ofTerms = db
          .selectFrom('term_day')
          .select(['term_id', `${column} as packed`])
          .where('day_id', 'in', some)
          .where('term_id', 'in', [...termOf.keys()]);
        for (const row of terms === null ? await ofDays.execute() : await ofTerms.execute()) {
          sets.get('term_id' in row ? termOf.get(Number(row.term_id))! : all)!.addPacked(row.packed ?? '');
          await breathe();
        }
      }
      if (newest.length > 0) {
        const queries = searchDays(db, 'shop_query', asked)
          .select('visitor')
          .distinct()
          .where('is_counted', '=', 1)
          .where('day', 'in', newest)
          .$if(onlyUnfound, (some) => some.where('item_count', '=', 0))
          .$if(terms !== null, (some) => some.select('term').where('term', 'in', terms));
        for (const { term = all, visitor } of await queries.execute()) sets.get(term)!.add(visitor);
      }
      return { value: [...sets].map(([term, set]) => [term, set.count()]), bytes: countBytes * sets.size };
    });
  }

  return {
    /** Of all searches, or of those that found nothing. */
    all: async (asked: Asked, onlyUnfound: boolean): Promise<VisitorCount> => (await counts(asked, null, onlyUnfound))[0]![1],

    /** Of each of some terms. */
    of: async (asked: Asked, terms: readonly string[], onlyUnfound = false): Promise<ReadonlyMap<string, VisitorCount>> =>
      new Map(terms.length === 0 ? [] : await counts(asked, terms, onlyUnfound)),
  };
};

import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { nameStore } from './names.store.ts';
import { inParts } from '#server/db/in-parts.ts';
import { countedColumns, type CountedQuery, nextSearchesIn } from './next-searches.ts';
import { VisitorSet } from './visitors.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/base/slices.ts';

export const rollUpEveryMilliseconds = 10 * 60 * 1_000;
/** A day has ended in every time zone, and its clicks have come. */
const overAfterDays = 2;
const queriesAtOnce = 2_000;

interface OpenDay extends ProjectScope {
  readonly day: string;
}

/**
 * Rolls up the visitors and next searches of days that are over, from their queries. Safe to repeat, to kill, and to run on several servers
 * at once: all of them write the same rows, and the sets of `search_day`, which close a day, last.
 */
export async function rollUpDays(db: Database, signal: AbortSignal, now = Date.now()): Promise<void> {
  const open = await db
    .selectFrom('search_day')
    .select(['project_id as id', 'day'])
    .distinct()
    .where('visitors', 'is', null)
    .where('day', '<=', addDays(dayOf(now, defaultTimeZone), -overAfterDays))
    .orderBy('day')
    .execute();
  for (const { id, day } of open) {
    if (signal.aborted) return;
    const of = { id: Number(id), day };
    await rollUpQueries(db, of, await queriesOf(db, of));
  }
}

async function queriesOf(db: Database, { id, day }: OpenDay): Promise<CountedQuery[]> {
  const queries: CountedQuery[] = [];
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('shop_query')
      .select(['id', ...countedColumns])
      .where('day', '=', day)
      .where('project_id', '=', id)
      .where('id', '>', last)
      .where('is_counted', '=', 1)
      .orderBy('id')
      .limit(queriesAtOnce)
      .execute();
    queries.push(...rows);
    if (rows.length < queriesAtOnce) return queries;
    last = rows.at(-1)!.id;
  }
}

class Visitors {
  readonly all = new VisitorSet();
  readonly unfound = new VisitorSet();

  add({ visitor, item_count: items }: CountedQuery): void {
    this.all.add(visitor);
    if (items === 0) this.unfound.add(visitor);
  }

  packed() {
    return { visitors: this.all.packed(), unfound_visitors: this.unfound.packed() };
  }
}

/** `queries` are all counted ones of the day. */
export async function rollUpQueries(db: Database, { id, day }: OpenDay, queries: readonly CountedQuery[]): Promise<void> {
  const open = db
    .selectFrom('search_day')
    .select(['id', 'collection_id', 'result_object', 'language'])
    .where('project_id', '=', id)
    .where('day', '=', day)
    // The queries of others may be gone.
    .where('visitors', 'is', null);
  const days = await open.execute();
  const keyOf = (row: Pick<CountedQuery, 'collection_id' | 'result_object' | 'language'>): string =>
    `${row.collection_id} ${row.result_object} ${row.language}`;
  const dayIds = new Map(days.map((row) => [keyOf(row), Number(row.id)]));
  const ofDay = Map.groupBy(queries, keyOf);
  const next = await nextSearchesIn(queries, () => true);
  const names = await nameStore(db).idsFor({ id }, [...new Set(queries.map(({ term }) => term))]);
  const breathe = inSlices();

  for (const [key, some] of ofDay) {
    const dayId = dayIds.get(key);
    if (dayId === undefined) continue;
    const byTerm = new Map<string, Visitors>();
    for (const query of some) {
      const visitors = byTerm.get(query.term) ?? new Visitors();
      byTerm.set(query.term, visitors);
      visitors.add(query);
      await breathe();
    }
    const none = {
      search_count: 0,
      unfound_count: 0,
      corrected_count: 0,
      click_count: 0,
      item_count: 0,
      found_as_id: 0,
      last_at: 0,
    };
    const rows = [...byTerm].map(([term, visitors]) => ({
      day_id: dayId,
      term_id: names.get(term)!,
      ...none,
      ...visitors.packed(),
    }));
    for (const part of inParts(rows.toSorted((a, b) => a.term_id - b.term_id)))
      await db
        .insertInto('term_day')
        .values(part)
        .onConflict((conflict) =>
          conflict.columns(['day_id', 'term_id']).doUpdateSet((eb) => ({
            visitors: eb.ref('excluded.visitors'),
            unfound_visitors: eb.ref('excluded.unfound_visitors'),
          })),
        )
        .execute();
  }

  const nextRows = next.flatMap(({ query, next: other, ...counts }) => {
    const dayId = dayIds.get(keyOf(query));
    return dayId === undefined ? [] : [{ day_id: dayId, term_id: names.get(query.term)!, next_id: names.get(other)!, ...counts }];
  });
  const inOrder = nextRows.toSorted((a, b) => a.day_id - b.day_id || a.term_id - b.term_id || a.next_id - b.next_id);
  for (const part of inParts(inOrder))
    await db
      .insertInto('next_search_day')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['day_id', 'term_id', 'next_id']).doUpdateSet((eb) => ({
          visitor_count: eb.ref('excluded.visitor_count'),
          found_count: eb.ref('excluded.found_count'),
          clicked_count: eb.ref('excluded.clicked_count'),
        })),
      )
      .execute();

  const searched = searchedTerms(queries);
  const isEnded = ({ visitor, term }: CountedQuery): boolean => hasBeginning(searched.get(visitor) ?? [], term);
  for (const row of days) {
    const some = ofDay.get(keyOf(row)) ?? [];
    const visitors = new Visitors();
    for (const query of some) visitors.add(query);
    const ended = some.filter(isEnded).length;
    await db
      .updateTable('search_day')
      .set({ ...visitors.packed(), ended_count: row.result_object === 'autocomplete' ? ended : null })
      .where('id', '=', row.id)
      .execute();
  }
}

/** By visitor, sorted. */
function searchedTerms(queries: readonly CountedQuery[]): ReadonlyMap<string, readonly string[]> {
  const searches = queries.filter(({ result_object: object }) => object === 'search');
  const byVisitor = Map.groupBy(searches, ({ visitor }) => visitor);
  return new Map([...byVisitor].map(([visitor, some]) => [visitor, some.map(({ term }) => term).toSorted()]));
}

/** `terms` are sorted. */
function hasBeginning(terms: readonly string[], beginning: string): boolean {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (terms[middle]! < beginning) low = middle + 1;
    else high = middle;
  }
  return terms[low]?.startsWith(beginning) ?? false;
}

import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { monthOf } from './months.ts';
import type { Cube } from './cubes.ts';
import { sumPackStore } from './sum-packs.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** How often jobs look for days that are over. */
export const packEveryMilliseconds = 10 * 60 * 1_000;
/** A day is over wherever a shop may be, and so are the clicks on what it searched for. */
const overAfterDays = 2;
/** A project with fewer searches is read as fast query by query. */
const unpackedSearches = 20_000;
/** Before queries one by one are forgotten, whatever `leastRawDays` a server is told. */
const packedAfterDays = 7;

/** `now` is epoch milliseconds; projects with up to `most` searches keep them one by one, as long as those are there. */
export interface DaysOver {
  readonly now?: number;
  readonly most?: number;
}

interface ProjectDays {
  readonly project: ProjectScope;
  /** Those to be packed, the oldest first: a day before one that is packed counts as packed, too, so none may be skipped. */
  readonly days: readonly string[];
}

/** The months of packed days that are packed to their last day: another one has begun. */
export const wholeMonths = (packedDays: readonly string[]): string[] =>
  [...new Set(packedDays.map(monthOf))].toSorted().slice(0, -1);

/** Days of searches that are over and have no packs in a cube yet, of each project that has searches. */
export async function* daysOver(
  db: Database,
  cube: Pick<Cube, 'name'>,
  { now = Date.now(), most = unpackedSearches }: DaysOver,
): AsyncGenerator<ProjectDays> {
  const daysAgo = (days: number): string => addDays(dayOf(now, defaultTimeZone), -days);
  const over = await db
    .selectFrom('search_day')
    .select((eb) => ['project_id', 'day', eb.fn.sum<number>('search_count').as('count')])
    .where('day', '<=', daysAgo(overAfterDays))
    .groupBy(['project_id', 'day'])
    .orderBy('day')
    .execute();
  for (const [id, all] of Map.groupBy(over, ({ project_id: project }) => Number(project))) {
    const newest = (await sumPackStore(db, cube).newestDay({ id })) ?? '';
    const unpacked = all.filter(({ day }) => day > newest);
    const isMuch = unpacked.reduce((sum, { count }) => sum + Number(count), 0) > most;
    const days = unpacked.map(({ day }) => day).filter((day) => isMuch || day <= daysAgo(packedAfterDays));
    yield { project: { id }, days };
  }
}

import { type Selectable, sql } from 'kysely';
import type {
  ExperimentEnding,
  Metric,
  metrics as allMetrics,
} from '#features/search-settings/experiments/experiments.contract.ts';
import { dayOf } from '#contract/days.ts';
import type { RatioSums } from './sequential.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';
import { choiceWeights } from '#server/learning/look-counts.ts';
import { turnoverOf } from '#server/stats/amounts.ts';

export type StoredExperiment = Selectable<Schema['experiment']> & { readonly timeZone: string };

/** Per search, for each metric of the contract. */
const counted = {
  clicked: sql`case when click_count > 0 then 1 else 0 end`,
  carted: sql`case when cart_count > 0 then 1 else 0 end`,
  bought: sql`case when purchase_count > 0 then 1 else 0 end`,
  turnover: sql`cast(amount as double precision)`,
  unfound: sql`case when item_count = 0 then 1 else 0 end`,
} as const satisfies Record<(typeof allMetrics)[number], unknown>;

const weight = sql`case type ${sql.join(
  Object.entries(choiceWeights).map(([type, value]) => sql`when ${type} then ${sql.lit(value)}`),
  sql` `,
)} end`;
const chosenFrom = (side: 'a' | 'b') =>
  sql`max(case when replace(experiment_group, ${`\n${side} `} || item_id || ${'\n'}, '') <> experiment_group then ${weight} else 0 end)`;

export type GroupSums = Readonly<Record<Metric, RatioSums>>;

export const experimentStore = (db: Database) => {
  const rows = () =>
    db
      .selectFrom('experiment')
      .innerJoin('project', 'project.id', 'experiment.project_id')
      .where('deleted_at', 'is', null)
      .selectAll('experiment')
      .select('time_zone as timeZone');
  const ofProject = ({ id }: ProjectScope) => rows().where('experiment.project_id', '=', id);

  return {
    running: () => rows().where('ended_at', 'is', null).orderBy('experiment.id').execute(),
    find: (project: ProjectScope, id: number) => ofProject(project).where('experiment.id', '=', id).executeTakeFirst(),
    /** Newest first. */
    list: ({ id, collectionId }: CollectionScope, limit: number) =>
      ofProject({ id }).where('collection_id', '=', collectionId).orderBy('experiment.id', 'desc').limit(limit).execute(),

    /** False while another one of the collection runs. */
    async add(
      { id, collectionId }: CollectionScope,
      test: Pick<StoredExperiment, 'name' | 'kind' | 'release_number' | 'share' | 'goal' | 'live_number' | 'started_at'> & {
        readonly started_by: number;
        readonly pairs: readonly unknown[];
      },
    ): Promise<number | null> {
      const added = await db
        .insertInto('experiment')
        .values({ ...test, pairs: JSON.stringify(test.pairs), project_id: id, collection_id: collectionId })
        .onConflict((conflict) => conflict.columns(['project_id', 'collection_id']).where('ended_at', 'is', null).doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id ?? null;
    },

    /** False if it has ended already; but a test that ended may still be published. */
    async end(project: ProjectScope, id: number, ending: ExperimentEnding, now: number): Promise<boolean> {
      const row = db
        .updateTable('experiment')
        .set((eb) => ({ ending, ended_at: eb.fn.coalesce('ended_at', eb.val(now)) }))
        .where('project_id', '=', project.id)
        .where('id', '=', id);
      const ended = ending === 'published' ? row : row.where('ended_at', 'is', null);
      return (await ended.returning('id').execute()).length > 0;
    },

    async keepFigures({ id, project_id: projectId }: StoredExperiment, figures: object): Promise<void> {
      await db
        .updateTable('experiment')
        .set({ figures: JSON.stringify(figures) })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute();
    },

    figures: <Figures>({ id, figures }: Pick<StoredExperiment, 'id' | 'figures'>) =>
      jsonOf<Figures | null>(figures, null, 'experiment.figures', id),

    /** Sums over the counted searches in a test, by group. */
    groups: (id: number): Promise<ReadonlyMap<string, GroupSums>> =>
      sumsByGroup(db, sql`experiment_id = ${id}`, sql`coalesce(experiment_group, '')`),

    /** Visitors who chose more from A's, and from B's items of mixed lists, and searches that were mixed. An item counts once per search. */
    async preferences({ id, project_id: projectId, started_at: startedAt, timeZone }: StoredExperiment) {
      const { rows } = await sql<Record<'a' | 'b', string | number | null>>`
        select sum(case when lead < 0 then 1 else 0 end) as a, sum(case when lead > 0 then 1 else 0 end) as b
        from (
          select visitor, sum(lead) as lead
          from (
            select shop_query.visitor, search_id, item_id, ${chosenFrom('b')} - ${chosenFrom('a')} as lead
            from shop_event
            inner join shop_query on shop_query.project_id = shop_event.project_id and shop_query.query_id = shop_event.query_id
            where shop_event.project_id = ${projectId} and shop_event.day >= ${dayOf(startedAt, timeZone)}
              and type in (${sql.join(Object.keys(choiceWeights))}) and experiment_id = ${id}
            group by shop_query.visitor, search_id, item_id
          ) as of_items
          group by visitor
        ) as of_visitors`.execute(db);
      const mixed = db.selectFrom('shop_query').where('experiment_id', '=', id).where('is_counted', '=', 1);
      const { searches } = await mixed
        .where('experiment_group', '<>', 'mixed')
        .select(({ fn }) => fn.countAll().as('searches'))
        .executeTakeFirstOrThrow();
      return { a: Number(rows[0]?.a ?? 0), b: Number(rows[0]?.b ?? 0), searches: Number(searches) };
    },

    /** The same of all searches of a collection in a range of days. */
    async usual({ id, collectionId }: CollectionScope, start: string, end: string): Promise<GroupSums | undefined> {
      const inDays = sql`project_id = ${id} and collection_id = ${collectionId} and day >= ${start} and day <= ${end}`;
      return (await sumsByGroup(db, inDays, sql`'all'`)).get('all');
    },

    async names(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      if (ids.length === 0) return new Map();
      const people = await db.selectFrom('user').select(['id', 'name', 'surname']).where('id', 'in', ids).execute();
      return new Map(people.map(({ id, name, surname }) => [id, `${name} ${surname}`.trim()]));
    },
  };
};

async function sumsByGroup(
  db: Database,
  where: ReturnType<typeof sql>,
  group: ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, GroupSums>> {
  const names = Object.keys(counted) as Metric[];
  const totals = names.map((name) => sql`sum(${counted[name]}) as ${sql.ref(name)}`);
  const sums = names.flatMap((name) => {
    const total = sql`cast(${sql.ref(name)} as double precision)`;
    return [
      sql`sum(${total}) as ${sql.ref(`${name}_total`)}`,
      sql`sum(${total} * ${total}) as ${sql.ref(`${name}_squared`)}`,
      sql`sum(${total} * searches) as ${sql.ref(`${name}_product`)}`,
    ];
  });
  const { rows } = await sql<Record<string, string | number>>`
    select of_group, count(*) as visitors, sum(searches) as all_searches, sum(searches * searches) as squared_searches, ${sql.join(sums)}
    from (
      select ${group} as of_group, visitor, count(*) as searches, ${sql.join(totals)}
      from shop_query
      where ${where} and is_counted = 1 and result_object = 'search'
      group by of_group, visitor
    ) as of_visitors
    group by of_group`.execute(db);
  return new Map(
    rows.map((row) => {
      const read = (name: string): number => Number(row[name]);
      const ofMetric = (name: Metric): RatioSums => {
        // Amounts are in thousandths.
        const unit = name === 'turnover' ? turnoverOf(1) : 1;
        return {
          visitors: read('visitors'),
          searches: read('all_searches'),
          squaredSearches: read('squared_searches'),
          total: read(`${name}_total`) * unit,
          squaredTotal: read(`${name}_squared`) * unit * unit,
          product: read(`${name}_product`) * unit,
        };
      };
      return [String(row['of_group']), Object.fromEntries(names.map((name) => [name, ofMetric(name)])) as GroupSums];
    }),
  );
}

import { type Insertable, type Selectable, sql } from 'kysely';
import { type PageQuery, type Page, toPage } from '#contract/page.ts';
import type { FieldRule } from '#contract/values/field-kind.ts';
import { type DataSource, type StoredFeed, defaultGuard, type FeedGuard } from '#features/data/feed-settings/feed.contract.ts';
import { maskedAddress } from './sealed-address.service.ts';
import { foundIn } from '#server/base/fail.ts';
import { jsonOf } from '#server/db/json-column.ts';
import { type ProjectScope, searchText } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export type FeedRow = Selectable<Schema['feed']>;
type FeedColumns = Partial<Omit<Insertable<Schema['feed']>, 'id' | 'project_id'>>;
type FeedRead = Pick<FeedRow, 'id' | 'need_import'>;
type FoundOut = Required<Pick<FeedColumns, 'tag_name' | 'feed_type'>> & Omit<FeedColumns, 'need_import'>;
export type FeedSettings = Pick<
  FeedRow,
  | 'collection_id'
  | 'name'
  | 'data_source'
  | 'feed_url'
  | 'file_name'
  | 'feed_type'
  | 'feed_language'
  | 'feed_encoding'
  | 'feed_separator'
  | 'feed_headers'
  | 'tag_name'
>;

export const guardOf = ({ id, guard }: Pick<FeedRow, 'id' | 'guard'>): FeedGuard => ({
  ...defaultGuard,
  ...jsonOf<Partial<FeedGuard>>(guard, {}, 'feed.guard', id),
});

export const rulesOf = ({ id, own_mapping: rules }: Pick<FeedRow, 'id' | 'own_mapping'>): FieldRule[] =>
  jsonOf<FieldRule[]>(rules, [], 'feed.own_mapping', id);

const unknownYet = {
  tag_candidates: '[]',
  need_tag_name: 0,
  source: '',
  activated: 1,
  mapping: '[]',
  need_import: 1,
  fields: '[]',
  etag: null,
  last_modified: null,
} as const;

export const mappedNames = ({ id, mapping }: Pick<FeedRow, 'id' | 'mapping'>): Record<string, string> =>
  Object.fromEntries(
    jsonOf<{ from: string; to: string | null }[]>(mapping, [], 'feed.mapping', id).map(({ from, to }) => [from, to ?? '']),
  );

type WholeRow = FeedRow & { readonly collection_name: string };

const feedOf = (row: WholeRow): StoredFeed => ({
  id: row.id,
  name: row.name,
  data_source: row.data_source as DataSource,
  feed_type: row.feed_type as StoredFeed['feed_type'],
  feed_url: maskedAddress(row.feed_url),
  file_name: row.file_name,
  feed_language: row.feed_language as StoredFeed['feed_language'],
  feed_encoding: row.feed_encoding,
  feed_separator: row.feed_separator,
  feed_headers: row.feed_headers,
  activated: row.activated === 1,
  mapping: mappedNames(row),
  need_import: row.need_import > 0,
  tag_name: row.tag_name,
  need_tag_name: row.need_tag_name === 1,
  tag_candidates: jsonOf<StoredFeed['tag_candidates']>(row.tag_candidates, [], 'feed.tag_candidates', row.id),
  source: row.source,
  collection_id: row.collection_id,
  collection_name: row.collection_name,
  guard: guardOf(row),
  item_count: row.item_count,
  fields: jsonOf<string[]>(row.fields, [], 'feed.fields', row.id),
});

const sortKeys: Readonly<Record<string, (row: WholeRow) => string | number>> = {
  name: ({ name }) => searchText([name]),
  collection: ({ collection_name: name }) => searchText([name]),
  items: ({ item_count: count }) => count,
};

export const feedStore = (db: Database) => {
  const feedsOf = ({ id }: ProjectScope) =>
    db.selectFrom('feed').innerJoin('collection', 'collection.id', 'feed.collection_id').where('feed.project_id', '=', id);

  const whole = (project: ProjectScope) => feedsOf(project).selectAll('feed').select('collection.name as collection_name');

  return {
    /** In memory: a project has few feeds. */
    async list(project: ProjectScope, { search, sort, order, page, per_page }: PageQuery): Promise<Page<StoredFeed>> {
      const rows = await whole(project).orderBy('feed.id').execute();
      const found = rows.filter(({ name }) => searchText([name]).includes(searchText([search])));
      const key = sort === undefined ? undefined : sortKeys[sort];
      if (key) found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
      if (order === 'desc') found.reverse();
      return toPage(found.slice((page - 1) * per_page, page * per_page).map(feedOf), found.length, per_page);
    },

    async find(project: ProjectScope, id: number): Promise<StoredFeed | null> {
      const row = await whole(project).where('feed.id', '=', id).executeTakeFirst();
      return row ? feedOf(row) : null;
    },

    row: (project: ProjectScope, id: number) => feedsOf(project).selectAll('feed').where('feed.id', '=', id).executeTakeFirst(),

    /** Throws `notFound`. */
    async known(project: ProjectScope, id: number): Promise<FeedRow> {
      return foundIn(await this.row(project, id), 'feed');
    },

    /** The oldest, which the project shows. */
    first: (project: ProjectScope) => feedsOf(project).selectAll('feed').orderBy('feed.id').limit(1).executeTakeFirst(),

    ofCollection: (project: ProjectScope, collectionId: number) =>
      feedsOf(project)
        .select(['feed.id', 'feed.name', 'feed.data_source'])
        .where('feed.collection_id', '=', collectionId)
        .execute(),

    async insert(project: ProjectScope, settings: FeedSettings & Pick<FeedColumns, 'guard'>): Promise<number> {
      const row = await db
        .insertInto('feed')
        .values({ ...unknownYet, ...settings, project_id: project.id, created_at: Date.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    async update(project: ProjectScope, id: number, columns: FeedColumns): Promise<boolean> {
      const changed = db.updateTable('feed').set(columns).where('project_id', '=', project.id).where('id', '=', id);
      return (await changed.returning('id').execute()).length > 0;
    },

    /** Settings that a running import has not read. */
    async save(project: ProjectScope, id: number, columns: FeedColumns): Promise<void> {
      const changed = db.updateTable('feed').set({ ...columns, need_import: sql`need_import + 1` });
      await changed.where('project_id', '=', project.id).where('id', '=', id).execute();
    },

    /** Two savers at once both keep their rules. Throws `notFound`. */
    async changeRules(project: ProjectScope, id: number, change: (rules: readonly FieldRule[]) => FieldRule[]) {
      for (;;) {
        const feed = await this.known(project, id);
        const rules = JSON.stringify(change(rulesOf(feed)));
        if (rules === feed.own_mapping) return feed;
        const changed = db.updateTable('feed').set({ own_mapping: rules, need_import: sql`need_import + 1` });
        const unchanged = changed
          .where('project_id', '=', project.id)
          .where('id', '=', id)
          .where('own_mapping', '=', feed.own_mapping);
        if ((await unchanged.executeTakeFirst()).numUpdatedRows > 0n) return { ...feed, own_mapping: rules };
      }
    },

    /** Settings that were saved during the import stay, and need another one. */
    async noteImport(project: ProjectScope, { id, need_import: read }: FeedRead, found: FoundOut): Promise<void> {
      const { tag_name: tagName, feed_type: type, ...others } = found;
      await db
        .updateTable('feed')
        .set(({ ref }) => ({
          ...others,
          tag_name: sql<string>`case when need_import = ${read} then ${tagName} else ${ref('tag_name')} end`,
          feed_type: sql<string>`case when need_import = ${read} then ${type} else ${ref('feed_type')} end`,
          need_import: sql<number>`case when need_import = ${read} then 0 else need_import end`,
        }))
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .execute();
    },

    /** Answers false when settings were saved during the import. */
    async askForTagName(project: ProjectScope, { id, need_import: read }: FeedRead, candidates: string): Promise<boolean> {
      const asked = db.updateTable('feed').set({ need_tag_name: 1, tag_candidates: candidates });
      const ofImport = asked.where('project_id', '=', project.id).where('id', '=', id).where('need_import', '=', read);
      return (await ofImport.returning('id').execute()).length > 0;
    },

    async remove(project: ProjectScope, id: number): Promise<boolean> {
      const removed = db.deleteFrom('feed').where('project_id', '=', project.id).where('id', '=', id);
      return (await removed.returning('id').execute()).length > 0;
    },

    count: async (project: ProjectScope): Promise<number> =>
      (
        await feedsOf(project)
          .select(sql<number>`count(*)`.as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  };
};

interface SampledRecord {
  readonly position: number;
  readonly fields: Readonly<Record<string, string | number | boolean | readonly string[] | readonly number[]>>;
}

export const sampleStore = (db: Database) => ({
  async keep(project: ProjectScope, feedId: number, records: readonly SampledRecord[]): Promise<void> {
    const row = { records: JSON.stringify(records) };
    await db
      .insertInto('feed_sample')
      .values({ ...row, project_id: project.id, feed_id: feedId })
      .onConflict((conflict) => conflict.column('feed_id').doUpdateSet(row))
      .execute();
  },

  /** Empty before the first import. */
  async find(project: ProjectScope, feedId: number): Promise<readonly SampledRecord[]> {
    const row = await db
      .selectFrom('feed_sample')
      .select(['id', 'records'])
      .where('project_id', '=', project.id)
      .where('feed_id', '=', feedId)
      .executeTakeFirst();
    return row ? jsonOf<SampledRecord[]>(row.records, [], 'feed_sample.records', row.id) : [];
  },
});

import { sql, type Selectable } from 'kysely';
import { type Page, type PageQuery, toPage } from '#contract/page.ts';
import { defaultBoost, type Phrase, type PhraseRule } from './phrases.contract.ts';
import type { FoundPhrase } from './searched-phrases.ts';
import { contains, type ProjectScope, type RuleStore } from '#server-kit/db/project-table.ts';
import type { Database, Schema } from '#server-kit/db/schema.ts';
import { searchText } from '#server-kit/search-text.ts';

type Row = Selectable<Schema['phrase']>;

const rowsAtOnce = 500;
/** What the list is sorted by, otherwise as phrases are suggested. */
const sortColumns = { phrase: 'search_text', items: 'item_count', searches: 'search_count' } as const;
/** As long as nobody said anything about a phrase. */
const untouched = { is_visible: 1, boost: defaultBoost } as const;

/** Phrases of collections. Mining writes what was found and how often; visibility and boost are people's. */
export const phraseStore = (db: Database) => {
  const rowsOf = ({ id }: ProjectScope) => db.selectFrom('phrase').where('project_id', '=', id);
  const ofCollection = (project: ProjectScope, collectionId: number) => rowsOf(project).where('collection_id', '=', collectionId);

  async function set(project: ProjectScope, id: number, columns: Partial<Pick<Row, 'is_visible' | 'boost'>>) {
    const changed = db.updateTable('phrase').set(columns).where('project_id', '=', project.id).where('id', '=', id);
    const row = await changed.returningAll().executeTakeFirst();
    return row ? toPhrase(row) : null;
  }

  /** Visibility and boost of rows that are there stay: somebody may be changing them just now. */
  async function write({ id: project_id }: ProjectScope, collection_id: number, rows: readonly Written[]): Promise<void> {
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await db
        .insertInto('phrase')
        .values(rows.slice(at, at + rowsAtOnce).map((row) => ({ ...row, project_id, collection_id })))
        .onConflict((conflict) =>
          conflict.columns(['collection_id', 'stems']).doUpdateSet((eb) => ({
            phrase: eb.ref('excluded.phrase'),
            search_text: eb.ref('excluded.search_text'),
            source: eb.ref('excluded.source'),
            item_count: eb.ref('excluded.item_count'),
            search_count: eb.ref('excluded.search_count'),
          })),
        )
        .execute();
  }

  const rules: RuleStore<PhraseRule> = {
    async all(project) {
      const rows = await rowsOf(project).selectAll().orderBy('id').execute();
      return rows.map(({ phrase, item_count, search_count, boost, is_visible }) => ({
        phrase,
        item_count,
        search_count,
        boost,
        is_visible: is_visible === 1,
      }));
    },
    /** What people said about phrases; the rest is found in the items of the other project. */
    async copy(from, to) {
      const target = await db
        .selectFrom('collection')
        .select('id')
        .where('project_id', '=', to.id)
        .orderBy('id')
        .executeTakeFirst();
      if (!target) return;
      const rows = await rowsOf(from).selectAll().where(isPeoples).execute();
      for (const { id: _id, ...row } of rows)
        await db
          .insertInto('phrase')
          .values({ ...row, project_id: to.id, collection_id: target.id, item_count: 0, search_count: 0 })
          .onConflict((conflict) => conflict.columns(['collection_id', 'stems']).doNothing())
          .execute();
    },
  };

  return {
    ...rules,
    async list(project: ProjectScope, collectionId: number, query: PageQuery): Promise<Page<Phrase>> {
      const { search, sort, order, page, per_page } = query;
      const all = ofCollection(project, collectionId);
      const found = search === '' ? all : all.where(contains(search));
      const { count } = await found.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
      const column = sortColumns[sort as keyof typeof sortColumns] ?? null;
      const rows = await (column === null ? found.orderBy('boost', 'desc') : found.orderBy(column, order))
        .selectAll()
        .orderBy('search_count', 'desc')
        .orderBy('item_count', 'desc')
        .orderBy('id')
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute();
      return toPage(rows.map(toPhrase), Number(count), per_page);
    },
    async add(
      project: ProjectScope,
      collectionId: number,
      found: Omit<FoundPhrase, 'source'>,
      boost: number,
    ): Promise<Phrase | null> {
      const row = await db
        .insertInto('phrase')
        .values({
          project_id: project.id,
          collection_id: collectionId,
          stems: found.stems,
          phrase: found.phrase,
          search_text: searchText([found.phrase]),
          source: 'added',
          item_count: found.itemCount,
          search_count: found.searchCount,
          is_visible: untouched.is_visible,
          boost,
        })
        .onConflict((conflict) => conflict.columns(['collection_id', 'stems']).doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ? toPhrase(row) : null;
    },
    /** How many were added, hidden or boosted by hand. */
    countOwn: async (project: ProjectScope, collectionId: number): Promise<number> =>
      (
        await rowsOf(project)
          .select(sql<number>`count(*)`.as('count'))
          .where('collection_id', '=', collectionId)
          .where(isPeoples)
          .executeTakeFirstOrThrow()
      ).count,

    setVisibility: (project: ProjectScope, id: number, isVisible: boolean) => set(project, id, { is_visible: isVisible ? 1 : 0 }),
    async find(project: ProjectScope, id: number): Promise<(Phrase & { readonly collectionId: number }) | null> {
      const row = await rowsOf(project).selectAll().where('id', '=', id).executeTakeFirst();
      return row ? { ...toPhrase(row), collectionId: row.collection_id } : null;
    },
    /** Answers false for a phrase that nobody added. */
    async removeAdded(project: ProjectScope, id: number): Promise<boolean> {
      const removed = db.deleteFrom('phrase').where('project_id', '=', project.id).where('id', '=', id);
      return (await removed.where('source', '=', 'added').returning('id').execute()).length > 0;
    },
    setBoost: (project: ProjectScope, id: number, boost: number) => set(project, id, { boost }),

    /** Takes over what was found now. Answers whether anything is another than before. */
    async replaceMined(project: ProjectScope, collectionId: number, found: readonly FoundPhrase[]): Promise<boolean> {
      const rows = await ofCollection(project, collectionId).selectAll().execute();
      const before = new Map(rows.map((row) => [row.stems, row]));
      const now = new Set(found.map(({ stems }) => stems));
      const gone = rows.filter(({ stems }) => !now.has(stems));
      const changed = found.flatMap((one) => changesOf(before.get(one.stems), one));
      const kept = gone.filter(isOurs).flatMap(withoutItems);
      const removed = gone.filter((row) => !isOurs(row)).map(({ id }) => id);
      await write(project, collectionId, [...changed, ...kept]);
      for (let at = 0; at < removed.length; at += rowsAtOnce)
        await db
          .deleteFrom('phrase')
          .where('project_id', '=', project.id)
          .where('id', 'in', removed.slice(at, at + rowsAtOnce))
          .execute();
      return changed.length + kept.length + removed.length > 0;
    },
  };
};

type Written = Omit<Row, 'id' | 'project_id' | 'collection_id'>;

/** Somebody added it, or said something about it. */
const isPeoples = sql<boolean>`(source = 'added' or is_visible = 0 or boost <> ${untouched.boost})`;

const isOurs = ({ source, is_visible, boost }: Written): boolean =>
  source === 'added' || is_visible !== untouched.is_visible || boost !== untouched.boost;

/** Somebody said something about a phrase that is not found any more. What was typed by hand still finds its items. */
function withoutItems(row: Row): Written[] {
  if (row.source === 'added' || (row.item_count === 0 && row.search_count === 0)) return [];
  const { stems, phrase, search_text, source, is_visible, boost } = row;
  return [{ stems, phrase, search_text, source, is_visible, boost, item_count: 0, search_count: 0 }];
}

/** What there is to write of a phrase that was found: nothing where it is as before. What was typed by hand keeps its spelling. */
function changesOf(known: Row | undefined, found: FoundPhrase): Written[] {
  const { stems, itemCount: item_count, searchCount: search_count } = found;
  const { phrase, source } = known?.source === 'added' ? known : found;
  const now = { phrase, source, item_count, search_count };
  if (known && known.phrase === phrase && known.source === source && isAsOften(known, now)) return [];
  const { is_visible, boost } = known ?? untouched;
  return [{ stems, search_text: searchText([phrase]), ...now, is_visible, boost }];
}

type Counts = Pick<Row, 'item_count' | 'search_count'>;
const isAsOften = (a: Counts, b: Counts): boolean => a.item_count === b.item_count && a.search_count === b.search_count;

const toPhrase = ({ id, phrase, source, item_count, search_count, is_visible, boost }: Row): Phrase => ({
  id,
  phrase,
  source: source as Phrase['source'],
  item_count,
  search_count,
  is_visible: is_visible === 1,
  boost,
});

import { sql, type Selectable } from 'kysely';
import { type Page, type PageQuery, toPage } from '#contract/page.ts';
import { defaultBoost, type Phrase, type PhraseRule } from './phrases.contract.ts';
import { contains, type ProjectScope, type RuleStore } from '#server-kit/db/project-table.ts';
import type { Database, Schema } from '#server-kit/db/schema.ts';
import { searchText } from '#server-kit/search-text.ts';

type Row = Selectable<Schema['phrase']>;
interface Found {
  readonly stems: string;
  readonly phrase: string;
  readonly itemCount: number;
}

const rowsAtOnce = 500;
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
        .values(
          rows.slice(at, at + rowsAtOnce).map(({ stems, phrase, search_text, source, item_count, is_visible, boost }) => ({
            project_id,
            collection_id,
            stems,
            phrase,
            search_text,
            source,
            item_count,
            is_visible,
            boost,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['collection_id', 'stems']).doUpdateSet((eb) => ({
            phrase: eb.ref('excluded.phrase'),
            search_text: eb.ref('excluded.search_text'),
            item_count: eb.ref('excluded.item_count'),
          })),
        )
        .execute();
  }

  const rules: RuleStore<PhraseRule> = {
    async all(project) {
      const rows = await rowsOf(project).selectAll().orderBy('id').execute();
      return rows.map(({ phrase, item_count, boost, is_visible }) => ({
        phrase,
        item_count,
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
          .values({ ...row, project_id: to.id, collection_id: target.id, item_count: 0 })
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
      const sorted =
        sort === 'phrase'
          ? found.orderBy('search_text', order)
          : sort === 'items'
            ? found.orderBy('item_count', order)
            : found.orderBy('boost', 'desc').orderBy('item_count', 'desc');
      const rows = await sorted
        .selectAll()
        .orderBy('id')
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute();
      return toPage(rows.map(toPhrase), Number(count), per_page);
    },
    async add(project: ProjectScope, collectionId: number, found: Found, boost: number): Promise<Phrase | null> {
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
    setBoost: (project: ProjectScope, id: number, boost: number) => set(project, id, { boost }),

    /** Takes over what was found now. Answers whether anything is another than before. */
    async replaceMined(project: ProjectScope, collectionId: number, found: readonly Found[]): Promise<boolean> {
      const rows = await ofCollection(project, collectionId).selectAll().execute();
      const before = new Map(rows.map((row) => [row.stems, row]));
      const now = new Set(found.map(({ stems }) => stems));
      const gone = rows.filter(({ stems }) => !now.has(stems));
      const changed = found.flatMap((one) => changesOf(before.get(one.stems), one));
      const kept = gone.filter((row) => isOurs(row) && row.item_count !== 0).map((row) => ({ ...row, item_count: 0 }));
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

/** What there is to write of a phrase that was found: nothing where it is as before. What was typed by hand keeps its spelling. */
function changesOf(known: Row | undefined, { stems, phrase, itemCount }: Found): Written[] {
  const spelled = known?.source === 'added' ? known.phrase : phrase;
  if (known?.item_count === itemCount && known.phrase === spelled) return [];
  const { source, is_visible, boost } = known ?? { source: 'mined', ...untouched };
  return [{ stems, phrase: spelled, search_text: searchText([spelled]), source, item_count: itemCount, is_visible, boost }];
}

const toPhrase = ({ id, phrase, source, item_count, is_visible, boost }: Row): Phrase => ({
  id,
  phrase,
  source: source as Phrase['source'],
  item_count,
  is_visible: is_visible === 1,
  boost,
});

import { sql } from 'kysely';
import { bannersClicked, bannersShown } from '#contract/search.ts';
import { BannerFields, type BannerRow, type BannerRule } from './banners.contract.ts';
import { inParts } from '#server/db/in-parts.ts';
import { type ProjectScope, sameText } from '#server/db/row-scope.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { Database } from '#server/db/schema.ts';
import { counterStore } from '#server/stats/counters.store.ts';

export const bannersKey = 'banners';

export const bannerRows = (db: Database) =>
  rowTable<'banner', BannerRule, 'name' | 'updated_at'>(db, 'banner', {
    ...sameColumns(BannerFields),
    texts: ({ name, queries, category, headline, text }) => [name, ...queries, category, headline, text],
    key: ({ name }) => sameText(name),
    sorts: { name: 'search_text', updated_at: 'updated_at' },
    order: [
      ['search_text', 'asc'],
      ['id', 'asc'],
    ],
    isTimed: true,
  });

type Counts = Pick<BannerRow, 'view_count' | 'click_count'>;
const members = { [bannersShown]: 'view_count', [bannersClicked]: 'click_count' } as const;

/** Banners that nobody saw are skipped. */
export async function bannerCounts(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Counts>> {
  const found = new Map<number, Counts>();
  for (const part of inParts(ids)) {
    const rows = await db
      .selectFrom('rule_use')
      .where('stage', 'in', Object.keys(members))
      .where('row_id', 'in', part)
      .groupBy(['stage', 'row_id'])
      .select(['stage', 'row_id', sql<number>`sum(use_count)`.as('uses')])
      .execute();
    for (const { stage, row_id: id, uses } of rows) {
      const known = found.get(id) ?? { view_count: null, click_count: null };
      found.set(id, { ...known, [members[stage as keyof typeof members]]: Number(uses) || null });
    }
  }
  return found;
}

export async function imagesOf(db: Database, { id }: ProjectScope): Promise<string[]> {
  const images = db.selectFrom('banner').select('image').distinct().where('project_id', '=', id).where('image', '!=', '');
  return (await images.execute()).map(({ image }) => image);
}

export async function changeImages(db: Database, { id }: ProjectScope, from: string, to: string): Promise<void> {
  await db.updateTable('banner').set({ image: to }).where('project_id', '=', id).where('image', '=', from).execute();
}

interface BannerClick {
  readonly projectId: number;
  readonly bannerId: number;
  /** In the project's time zone. */
  readonly day: string;
  readonly visitor: string;
}

export async function addBannerClick(db: Database, { projectId, bannerId, day, visitor }: BannerClick): Promise<void> {
  const own = db.selectFrom('banner').select('id').where('project_id', '=', projectId).where('id', '=', bannerId);
  if ((await own.executeTakeFirst()) === undefined) return;
  const click = { project_id: projectId, stage: bannersClicked, row_id: bannerId, day, visitor, use_count: 1 };
  await counterStore(db).addRuleUses([click]);
}

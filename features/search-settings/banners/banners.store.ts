import { BannerFields, type BannerRule } from './banners.contract.ts';
import { sameText } from '#server/db/row-scope.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { Database } from '#server/db/schema.ts';

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

import {
  BoostFields,
  type BoostRule,
  BoostSettingFields,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export const boostsKey = 'boosts';
export const boostSettingsKey = 'boost-settings';

function keyOf({ field, type, value, based, function: curve, operation, direction }: BoostRule): string {
  return type === 'value'
    ? JSON.stringify([field, based, value.map(String).toSorted()])
    : JSON.stringify([field, curve, operation, ...(direction === 'rising' ? [] : [direction])]);
}

export const boostRows = (db: Database) =>
  rowTable(db, 'boost', {
    ...sameColumns(BoostFields),
    texts: ({ field, value }) => [field, ...value.map(String)],
    key: keyOf,
    sorts: {},
    order: [
      ['field', 'asc'],
      ['id', 'asc'],
    ],
    waitsAs: boostsKey,
    isTimed: true,
  });

/** A collection has one row of them at most; without it, nothing is overridden. */
export const boostSettingRows = (db: Database) =>
  rowTable(db, 'boost_setting', {
    ...sameColumns(BoostSettingFields),
    texts: () => [],
    key: () => 'settings',
    sorts: {},
    waitsAs: boostSettingsKey,
  });

/** The newest change of a collection's boosts, deleted ones included: which version of the draft there is, and who made it. */
export async function newestBoostChange(db: Database, { id, collectionId }: CollectionScope) {
  const newestOf = (table: 'boost' | 'boost_setting') =>
    db
      .selectFrom(table as 'boost')
      .leftJoin('user', 'user.id', 'updated_by')
      .select(['updated_at', 'name', 'surname'])
      .where('project_id', '=', id)
      .where('collection_id', '=', collectionId)
      .orderBy('updated_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  const found = [await newestOf('boost'), await newestOf('boost_setting')].filter((row) => row !== undefined);
  const [newest] = found.toSorted((one, other) => other.updated_at - one.updated_at);
  const name = newest?.name == null ? null : `${newest.name} ${newest.surname}`.trim();
  return { updated_at: newest?.updated_at ?? null, updated_by: name };
}

import { BoostFields, type BoostRule, BoostSettingFields } from './boost-manager.contract.ts';
import { rowTable } from '#server-kit/db/row-table.ts';
import { sameColumns } from '#server-kit/db/same-columns.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** They stand in every release. */
export const boostsKey = 'boosts';
export const boostSettingsKey = 'boost-settings';

/** What two boosts that do the same to the same items share, however strong they are. */
function keyOf({ field, type, value, based, function: curve, operation }: BoostRule): string {
  return type === 'value'
    ? JSON.stringify([field, based, value.map(String).toSorted()])
    : JSON.stringify([field, curve, operation]);
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
  });

/** A collection has one row of them at most, which is changed with every change of its boosts. */
export const boostSettingRows = (db: Database) =>
  rowTable(db, 'boost_setting', {
    ...sameColumns(BoostSettingFields),
    texts: () => [],
    key: () => 'settings',
    sorts: {},
    waitsAs: boostSettingsKey,
  });

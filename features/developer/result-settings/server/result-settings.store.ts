import { PanelFields, resultKinds, ResultSettingFields } from '#features/developer/result-settings/result-fields.contract.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { Database } from '#server/db/schema.ts';

export const resultsKey = 'result-settings';
export const panelKey = 'autocomplete-panel';

export const resultKind = { name: 'result settings', unique: ['kind'], maximumRows: resultKinds.length } as const;
export const panelKind = { name: 'autocomplete panel', unique: ['columns'], maximumRows: 1 } as const;

/** A collection has at most one row of each kind; without it, defaults apply. */
export const resultRows = (db: Database) =>
  rowTable(db, 'result_setting', {
    ...sameColumns(ResultSettingFields),
    texts: ({ kind }) => [kind],
    key: ({ kind }) => kind,
    sorts: {},
  });

export const panelRows = (db: Database) =>
  rowTable(db, 'autocomplete_panel', {
    ...sameColumns(PanelFields),
    texts: () => [],
    key: () => 'panel',
    sorts: {},
  });

/** The newest change, deleted rows included, and who made it. */
async function newestOf(
  db: Database,
  table: 'result_setting' | 'autocomplete_panel',
  { id, collectionId }: RowScope,
  key: string,
) {
  const rows = db
    .selectFrom(table as 'result_setting')
    .leftJoin('user', 'user.id', 'updated_by')
    .select(['updated_at', 'name', 'surname'])
    .where('project_id', '=', id)
    .where('unique_key', '=', key);
  const ofPlace = collectionId === undefined ? rows : rows.where('collection_id', '=', collectionId);
  return ofPlace.orderBy('updated_at', 'desc').limit(1).executeTakeFirst();
}

/** Settings of autocomplete include the panel, which is edited with them. */
export async function settingsVersion(db: Database, scope: RowScope, kind: ResultSettingFields['kind']) {
  const found = [
    await newestOf(db, 'result_setting', scope, kind),
    kind === 'autocomplete' ? await newestOf(db, 'autocomplete_panel', { id: scope.id }, 'panel') : undefined,
  ].filter((row) => row !== undefined);
  const [newest] = found.toSorted((one, other) => other.updated_at - one.updated_at);
  const name = newest?.name == null ? null : `${newest.name} ${newest.surname}`.trim();
  return { updated_at: newest?.updated_at ?? null, updated_by: name };
}

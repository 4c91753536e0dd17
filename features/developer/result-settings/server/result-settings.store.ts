import {
  PanelFields,
  type ResultKind,
  resultKinds,
  ResultSettingFields,
} from '#features/developer/result-settings/result-settings.contract.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
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

/** The newest change, deleted rows included, and who made it. Settings of autocomplete include the panel. */
export async function settingsVersion(db: Database, { id, collectionId }: CollectionScope, kind: ResultKind) {
  const changes = (table: 'result_setting' | 'autocomplete_panel', key: string) =>
    db
      .selectFrom(table as 'result_setting')
      .leftJoin('user', 'user.id', 'updated_by')
      .select(['updated_at', 'name', 'surname'])
      .where('project_id', '=', id)
      .where('unique_key', '=', key)
      .orderBy('updated_at', 'desc')
      .limit(1);
  const own = await changes('result_setting', kind).where('collection_id', '=', collectionId).executeTakeFirst();
  const panel = kind === 'autocomplete' ? await changes('autocomplete_panel', 'panel').executeTakeFirst() : undefined;
  const newest = (panel?.updated_at ?? 0) > (own?.updated_at ?? 0) ? panel : own;
  const name = newest?.name == null ? null : `${newest.name} ${newest.surname}`.trim();
  return { updated_at: newest?.updated_at ?? null, updated_by: name };
}

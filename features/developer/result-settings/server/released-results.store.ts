import type {
  LayoutColumn,
  PanelFields,
  ResultSettingFields,
} from '#features/developer/result-settings/result-fields.contract.ts';
import { compiledResults, compiledCatalog } from './compiled-results.ts';
import { resultKind, panelKind, panelKey, panelRows, resultRows, resultsKey } from './result-settings.store.ts';
import { releasedRows } from '#server/rules/rows/rule-source.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { ReleaseSettings } from '#server/rules/releases/live-release.ts';
import type { ReleasedRow, ReleaseSource } from '#server/rules/releases/rule-source.ts';

type ResultRow = ResultSettingFields & ReleasedRow;
type PanelRow = PanelFields & ReleasedRow;

const resultSource: ReleaseSource<ResultRow> = {
  key: resultsKey,
  goesLive: 'atOnce',
  contentVersion: 1,
  table: 'result_setting',
  deletedWith: 'collection',
  store: releasedRows(resultKind, resultRows),
  nameOf: ({ kind }) => kind,
};

const panelSource: ReleaseSource<PanelRow> = {
  key: panelKey,
  goesLive: 'atOnce',
  contentVersion: 1,
  table: 'autocomplete_panel',
  store: (db) => ({ ...releasedRows(panelKind, panelRows)(db), copy: (from, to) => copyPanel(db, from, to) }),
  nameOf: () => 'columns',
};

/** Maps collections by name. */
async function copyPanel(db: Database, from: ProjectScope, to: ProjectScope): Promise<void> {
  const [panel] = await panelRows(db).all(from);
  if (panel === undefined) return;
  const collectionsOf = ({ id }: ProjectScope) =>
    db.selectFrom('collection').select(['id', 'name']).where('project_id', '=', id).execute();
  const names = new Map((await collectionsOf(from)).map(({ id, name }) => [id, name]));
  const ids = new Map((await collectionsOf(to)).map(({ id, name }) => [name, id]));
  const columns = panel.fields.columns.flatMap((column): LayoutColumn[] => {
    if (column.collection_id === null) return [column];
    const id = ids.get(names.get(column.collection_id) ?? '');
    return id === undefined ? [] : [{ ...column, collection_id: id }];
  });
  await panelRows(db).insert(to, [{ columns }], { userId: null, at: Date.now() });
}

export const withResultSettings = (settings: ReleaseSettings): ReleaseSettings => ({
  sources: [...settings.sources, resultSource, panelSource] as unknown as ReleaseSettings['sources'],
  compile(rowsOf) {
    const { language, relevance } = settings.compile(rowsOf);
    const results = Map.groupBy(rowsOf(resultsKey) as readonly ResultRow[], ({ collection_id: id }) => String(id));
    const [panel] = rowsOf(panelKey) as readonly PanelRow[];
    const withResults = Object.entries(relevance).map(([id, one]) => {
      const rows = results.get(id) ?? [];
      return [
        id,
        { ...one, front: { ...one.front, results: compiledResults(one, rows), catalog: compiledCatalog(one, rows) } },
      ] as const;
    });
    return { language, relevance: Object.fromEntries(withResults), columns: panel?.columns ?? null };
  },
});

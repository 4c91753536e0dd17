import type {
  LayoutColumn,
  PanelFields,
  ResultSettingFields,
} from '#features/developer/result-settings/result-settings.contract.ts';
import { resultKind, panelKind, panelKey, panelRows, resultRows, resultsKey } from './result-settings.store.ts';
import { releasedRows } from '#server/rules/rows/rule-source.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type {
  ReleaseSettings,
  CatalogSettings,
  CollectionRelease,
  ResultKind,
  ResultSettings,
} from '#server/rules/releases/live-release.ts';
import type { ReleasedRow, ReleaseSource } from '#server/rules/releases/rule-source.ts';
import { usualResults } from '#server/search/result-defaults.ts';

const countedFields = ({ layout, front: { hidden } }: CollectionRelease): ReadonlySet<string> =>
  new Set(layout.fields.filter(({ name, facet }) => facet && !hidden.includes(name)).map(({ name }) => name));

/** Saved settings without what the schema no longer allows. */
function compiledResults(
  relevance: CollectionRelease,
  rows: readonly ResultSettingFields[],
): Readonly<Record<ResultKind, ResultSettings>> {
  const counted = countedFields(relevance);
  const of = (kind: ResultKind): ResultSettings => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? usualResults : compiled(relevance, row, counted);
  };
  return { autocomplete: of('autocomplete'), search: of('search'), catalog: of('catalog') };
}

function compiled(
  { front, layout }: CollectionRelease,
  { results, per_page: perPage, sort, facets }: ResultSettingFields,
  counted: ReadonlySet<string>,
): ResultSettings {
  const types = new Map(layout.fields.map(({ name, type }) => [name, type]));
  const open = results.filter(({ field }) => !front.hidden.includes(field));
  const shown = open.filter((one) => one.is_shown);
  const cut = (field: string, maxLength: number | null) => ((types.get(field) ?? 'text') === 'text' ? maxLength : null);
  return {
    // Without hidden fields, new ones are shown, too.
    fields:
      results.length === 0
        ? null
        : {
            shown: shown.map(({ field, max_length }) => ({ name: field, maxLength: cut(field, max_length) })),
            hasOthers: shown.length === open.length,
          },
    labels: new Map(shown.filter(({ label }) => label !== '').map(({ field, label }) => [field, label])),
    perPage,
    sorts: sort.filter(({ field }) => field === null || counted.has(field)),
    facets: facets.filter(({ field }) => counted.has(field)),
  };
}

function compiledCatalog(relevance: CollectionRelease, rows: readonly ResultSettingFields[]): CatalogSettings {
  const row = rows.find(({ kind }) => kind === 'catalog');
  if (row === undefined) return relevance.front.catalog;
  const counted = countedFields(relevance);
  const isPath = relevance.layout.fields.some(({ name, path }) => path && name === row.path_field && counted.has(name));
  return {
    pathField: isPath ? row.path_field : relevance.front.catalog.pathField,
    sorts: new Map(
      row.path_sorts
        .filter(({ field }) => field === null || counted.has(field))
        .map(({ path, field, order }) => [path, { field, order }]),
    ),
  };
}

type ResultRow = ResultSettingFields & ReleasedRow;
type PanelRow = PanelFields & ReleasedRow;

const resultSource: ReleaseSource<ResultRow> = {
  key: resultsKey,
  goesLive: 'atOnce',
  table: 'result_setting',
  deletedWith: 'collection',
  store: releasedRows(resultKind, resultRows),
  nameOf: ({ kind }) => kind,
};

const panelSource: ReleaseSource<PanelRow> = {
  key: panelKey,
  goesLive: 'atOnce',
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

import type { ResultSettingFields } from '#features/developer/result-settings/result-fields.contract.ts';
import type { CatalogSettings, CollectionRelease, ResultKind, ResultSettings } from '#server/rules/releases/live-release.ts';
import { usualResults } from '#server/search/usual-results.ts';

const countedFields = ({ layout, front: { hidden } }: CollectionRelease): ReadonlySet<string> =>
  new Set(layout.fields.filter(({ name, facet }) => facet && !hidden.includes(name)).map(({ name }) => name));

/** Saved settings without what the schema no longer allows. */
export function compiledResults(
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

export function compiledCatalog(relevance: CollectionRelease, rows: readonly ResultSettingFields[]): CatalogSettings {
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

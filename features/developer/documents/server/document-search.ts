import { maxResultWindow } from '#engine/plan.ts';
import type { DocumentPage, DocumentQuery } from '#engine/port.ts';
import type { App } from '#server/app/app.ts';
import { collectionOf, type ProjectScope } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';
import { engineCollection, inCollection } from '#server/search/project-search.ts';
import type { FieldValue } from '#contract/item.ts';
import { type CollectionField, collectionStore } from '#features/data/collections/server/collections.store.ts';
import { type DocumentHeader, maximumColumns } from '#features/developer/documents/documents.contract.ts';

/** Throws for a collection of another project. */
export async function fieldsOf({ db }: App, project: ProjectScope, id: number): Promise<CollectionField[]> {
  await collectionOf(db, project, id);
  return collectionStore(db).fields(project, id);
}

/** As a shop finds them, but without grouping, promoting or hiding. Throws `pageTooDeep` beyond the window of searches. */
export async function findDocuments(
  app: App,
  project: ProjectScope,
  collectionId: number,
  search: string,
  asked: DocumentQuery,
): Promise<DocumentPage> {
  if (search === '') return app.engine.documents(engineCollection(collectionId), asked);
  const { from, size, filters, sort } = asked;
  if (from + size > maxResultWindow) throw fail('pageTooDeep', { max: maxResultWindow });
  const request = { query: search, filters, sort, facets: [], page: 1, perPage: size };
  return inCollection(app, project, collectionId, async (asking) => {
    const { plan } = await asking.resolve(request);
    if (plan === null) return { items: [], totalCount: 0 };
    const all = { ...plan, collapse: false, promoted: [], hidden: [], hiddenGroups: [], from, size };
    const { hits, totalCount } = await asking.session.search(all);
    return { items: hits.map(({ item }) => item), totalCount };
  });
}

export const reachablePages = (search: string, perPage: number): number =>
  search === '' ? Infinity : Math.floor(maxResultWindow / perPage);

const itemFields = ['name', 'image', 'currency'];
/** In the name cell, or too long for a column by default. */
const seldomColumns = new Set(['id', ...itemFields, 'description', 'url']);
const usualColumns = ['brand', 'category', 'price', 'availability'];
const defaultColumnCount = 4;
const shownTextLength = 160;
const shownValues = 8;

export const headersOf = (fields: readonly CollectionField[]): DocumentHeader[] =>
  fields.filter(({ name }) => name !== 'id').map(({ name, type, isFacet }) => ({ name, type, is_sortable: isFacet }));

/** Known columns of `asked`, otherwise a few usual ones. */
export function columnsOf(headers: readonly DocumentHeader[], asked: string): string[] {
  const names = new Set(headers.map(({ name }) => name));
  const known = asked.split(',').filter((name) => names.has(name));
  if (known.length > 0) return [...new Set(known)].slice(0, maximumColumns);
  const usual = usualColumns.filter((name) => names.has(name));
  const others = [...names].filter((name) => !seldomColumns.has(name) && !usual.includes(name));
  return [...usual, ...others].slice(0, defaultColumnCount);
}

export function shownFields(
  fields: Readonly<Record<string, FieldValue>>,
  columns: readonly string[],
): Record<string, FieldValue> {
  const shown: Record<string, FieldValue> = {};
  for (const name of [...itemFields, ...columns]) {
    const value = fields[name];
    if (value !== undefined) shown[name] = name === 'image' ? value : shortened(value);
  }
  return shown;
}

const cut = (text: string): string =>
  text.length > shownTextLength ? `${text.slice(0, shownTextLength)}…`.toWellFormed() : text;

function shortened(value: FieldValue): FieldValue {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object') return value;
  const first = value.slice(0, shownValues).map((each) => (typeof each === 'string' ? cut(each) : each)) as string[];
  return value.length > shownValues ? [...first.map(String), '…'] : first;
}

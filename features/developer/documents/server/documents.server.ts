import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import { toPage } from '#contract/page.ts';
import type { Filter } from '#engine/plan.ts';
import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import { newestChanges } from '#features/data/item-api/server/item-changes.service.ts';
import { columnsOf, fieldsOf, findDocuments, headersOf, reachablePages, shownFields } from './document-search.ts';
import {
  type IndexedField,
  listDocuments,
  listFieldValues,
  maximumLookedThrough,
  readDocument,
} from '#features/developer/documents/documents.contract.ts';
import { searchText } from '#server/db/row-scope.ts';
import type { App } from '#server/app/app.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { engineCollection, inCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';
import { shownWeight } from '#engine/query/relevance.ts';
import { fieldTokens } from '#engine/query/field-tokens.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';

const shownTokens = 80;

/** Searched fields first, by weight. */
function indexedFieldsOf({ fields }: Item, known: readonly CollectionField[], analyser: Analyser): IndexedField[] {
  return known
    .flatMap((field) => (fields[field.name] === undefined ? [] : indexedField(field, fields[field.name]!, analyser)))
    .toSorted((a, b) => Number(b.is_searched) - Number(a.is_searched) || b.weight - a.weight);
}

function indexedField({ name, type, isFacet, relevance }: CollectionField, value: FieldValue, analyser: Analyser): IndexedField {
  const isSearched = relevance.searchable && relevance.weight > 0;
  const hasStems = isSearched && relevance.stemmer && analyser.hasStemmer;
  const tokens = isSearched ? fieldTokens(analyser, name, value) : [];
  return {
    name,
    type,
    is_searched: isSearched,
    weight: isSearched ? shownWeight(relevance.weight) : 0,
    has_wildcard: isSearched && relevance.wildcard > 0,
    is_fuzzy: isSearched && relevance.fuzzy,
    has_stems: hasStems,
    is_sortable: isFacet,
    tokens: tokens.slice(0, shownTokens).map((text) => ({ text, stem: hasStems ? analyser.stem(text) : null })),
    token_count: tokens.length,
  };
}

const offeredValues = 100;

export function serveDocuments(app: App): void {
  serve(app, listDocuments, async (input, { project }) => {
    const { id, search, sort, order, page, per_page } = input;
    const headers = headersOf(await fieldsOf(app, project, id));
    const asked = {
      from: (page - 1) * per_page,
      size: per_page,
      filters: filtersOf(input, headers.find(({ name }) => name === input.field)?.type),
      sort: sort === undefined ? [] : [{ field: sort, order }],
    };
    const found =
      input.without === '1' && input.field !== ''
        ? await itemsWithout(app, id, input.field, { ...asked, search })
        : await findDocuments(app, project, id, search, asked);
    const columns = columnsOf(headers, input.columns);
    const rows = found.items.map((item) => ({ id: item.id, fields: shownFields(item.fields, columns) }));
    const answer = toPage(rows, found.totalCount, per_page);
    return { ...answer, total_pages: Math.min(answer.total_pages, reachablePages(search, per_page)), headers, columns };
  });

  serve(app, listFieldValues, async ({ id, field }, { project }) => {
    const fields = await fieldsOf(app, project, id);
    if (!fields.some(({ name, isFacet }) => name === field && isFacet)) throw fail('notFound', { name: 'field' });
    const facet = await inCollection(app, project, id, (search) => search.valuesOf(field, offeredValues));
    return { values: (facet?.values ?? []).map(({ value, count }) => ({ value: String(value), count })) };
  });

  serve(app, readDocument, async ({ id, item_id }, { project }) => {
    const fields = await fieldsOf(app, project, id);
    const [found] = await app.engine.items(engineCollection(id), [item_id]);
    const item = foundIn(found, 'item');
    const analyser = await projectAnalyser(app.db, project);
    const known = new Set(fields.map(({ name }) => name));
    return {
      id: item.id,
      fields: { ...item.fields },
      indexed: indexedFieldsOf(item, fields, analyser),
      unindexed: Object.keys(item.fields).filter((name) => !known.has(name)),
      change: (await newestChanges(app, project, id, [item.id])).get(item.id) ?? null,
    };
  });
}

function filtersOf({ field, value }: { readonly field: string; readonly value: string }, type: FieldType | undefined): Filter[] {
  if (type === undefined || value === '') return [];
  if (type === 'boolean') return [{ field, anyOf: [value === 'true'] }];
  if (type !== 'integer' && type !== 'float') return [{ field, anyOf: [value] }];
  const number = Number(value);
  if (!Number.isFinite(number)) throw failField('value', 'notValid', { name: 'Value' });
  return [{ field, anyOf: [number] }];
}

interface Asked {
  readonly from: number;
  readonly size: number;
  /** Part of an item's name or id; nothing for all. */
  readonly search: string;
}

/** An index does not list missing values, so this scans items, at most `maximumLookedThrough` of them. */
async function itemsWithout(
  app: Pick<App, 'engine'>,
  collectionId: number,
  field: string,
  { from, size, search }: Asked,
): Promise<{ readonly items: readonly Item[]; readonly totalCount: number }> {
  const wanted = searchText([search]);
  const isMeant = ({ id, fields }: Item): boolean =>
    fields[field] === undefined && (wanted === '' || searchText([String(fields['name'] ?? ''), id]).includes(wanted));
  const found: Item[] = [];
  let totalCount = 0;
  let lookedThrough = 0;
  for (let after: string | null = null; lookedThrough < maximumLookedThrough;) {
    const { items, next } = await app.engine.itemPage(engineCollection(collectionId), after);
    lookedThrough += items.length;
    for (const item of items) {
      if (!isMeant(item)) continue;
      if (totalCount >= from && found.length < size) found.push(item);
      totalCount += 1;
    }
    if (next === null) break;
    after = next;
  }
  return { items: found, totalCount };
}

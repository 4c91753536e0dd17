import type { FieldType } from '#contract/item.ts';
import { toPage } from '#contract/page.ts';
import type { Filter } from '#engine/plan.ts';
import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import { type CollectionField, collectionStore } from '#features/data/collections/server/collections.store.ts';
import { newestChanges } from '#features/data/item-api/server/newest-changes.service.ts';
import { broughtRecord } from './brought-record.ts';
import { columnsOf, headersOf, shownFields } from './documents.columns.ts';
import { listDocuments, listFieldValues, readDocument } from '#features/developer/documents/documents.contract.ts';
import { itemsWithout } from './items-without.ts';
import { findDocuments, reachablePages } from './document-search.ts';
import { indexedFieldsOf } from './documents.detail.ts';
import { collectionOf } from '#server-kit/db/row-scope.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { foundIn } from '#server-kit/found-in.ts';
import { engineCollection, inCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

const offeredValues = 100;

export function serveDocuments(app: App): void {
  const collections = collectionStore(app.db);

  const fieldsOf = async (project: ProjectScope, id: number): Promise<CollectionField[]> => {
    await collectionOf(app.db, project, id);
    return collections.fields(project, id);
  };

  serve(app, listDocuments, async (input, { project }) => {
    const { id, search, sort, order, page, per_page } = input;
    const headers = headersOf(await fieldsOf(project, id));
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
    const fields = await fieldsOf(project, id);
    if (!fields.some(({ name, isFacet }) => name === field && isFacet)) throw fail('notFound', { name: 'field' });
    const facet = await inCollection(app, project, id, (search) => search.valuesOf(field, offeredValues));
    return {
      values: (facet?.values ?? []).map(({ value, count }) => ({ value: String(value), count })),
      min: facet?.min ?? null,
      max: facet?.max ?? null,
    };
  });

  serve(app, readDocument, async ({ id, item_id }, { project }) => {
    const fields = await fieldsOf(project, id);
    const [found] = await app.engine.items(engineCollection(id), [item_id]);
    const item = foundIn(found, 'item');
    const analyser = await projectAnalyser(app.db, project);
    const known = new Set(fields.map(({ name }) => name));
    return {
      id: item.id,
      record: item.source === undefined ? null : await broughtRecord(app, project, id, item.source, item.id),
      fields: { ...item.fields },
      indexed: indexedFieldsOf(item.fields, fields, analyser),
      unindexed: Object.keys(item.fields).filter((name) => !known.has(name)),
      change: (await newestChanges(app, project, id, [item.id])).get(item.id) ?? null,
    };
  });
}

interface Narrowing {
  readonly field: string;
  readonly value: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What somebody typed about a field, as its type has it. */
function filtersOf({ field, value, from, to }: Narrowing, type: FieldType | undefined): Filter[] {
  if (type === undefined) return [];
  if (from !== undefined || to !== undefined)
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  if (value === '') return [];
  if (type === 'boolean') return [{ field, anyOf: [value === 'true'] }];
  if (type !== 'integer' && type !== 'float') return [{ field, anyOf: [value] }];
  const number = Number(value);
  if (!Number.isFinite(number)) throw failField('value', 'notValid', { name: 'Value' });
  return [{ field, anyOf: [number] }];
}

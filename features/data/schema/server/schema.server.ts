import { type FieldType, fieldTypes, type FieldValue } from '#contract/item.ts';
import { toPage } from '#contract/page.ts';
import {
  addField,
  type FieldKind,
  type FieldValues,
  inputOf,
  listFields,
  listSchemaTypes,
  makeFrontName,
  makeUnique,
  readField,
  readFieldValues,
  type SchemaField,
  updateField,
} from '#features/data/schema/schema.contract.ts';
import { schemaChanges, withWaits } from './schema-changes.ts';
import { hidePrivateFields } from './private-fields.service.ts';
import { schemaStore } from './schema.store.ts';
import { seenFields } from '#features/data/collections/server/collections.service.ts';
import { collectionOf, searchText } from '#server/db/row-scope.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { fail } from '#server/base/fail.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';
import { plainPlan } from '#engine/plan.ts';

const maximumValues = 10_000;
/** Values of other fields are counted in a sample. */
const sampledItems = 1_000;
const shownValues = 20;

type Value = FieldValues['values'][number]['value'];
type Counted = Pick<FieldValues, 'values' | 'is_part' | 'looked_at_count'>;

async function fieldValues(search: CollectionSearch, name: string, q: string): Promise<FieldValues> {
  const { layout } = search.session;
  if (layout === null) return { values: [], distinct_count: 0, is_part: false, looked_at_count: 0, item_count: 0 };
  const [itemCount = 0] = await search.session.counts([plainPlan]);
  const isCounted = layout.fields.some((field) => field.name === name && field.facet);
  const { values, ...others } = isCounted ? await countedValues(search, name, itemCount) : await sampledValues(search, name);
  const wanted = searchText([q]);
  const found = values.filter(({ value }) => searchText([String(value)]).includes(wanted));
  return { values: found.slice(0, shownValues), distinct_count: found.length, ...others, item_count: itemCount };
}

async function countedValues(search: CollectionSearch, name: string, itemCount: number): Promise<Counted> {
  const values = [...((await search.valuesOf(name, maximumValues))?.values ?? [])];
  return { values, is_part: values.length >= maximumValues, looked_at_count: itemCount };
}

async function sampledValues({ session }: CollectionSearch, name: string): Promise<Counted> {
  const { hits, totalCount } = await session.search({ ...plainPlan, size: sampledItems });
  const counts = new Map<Value, number>();
  for (const { id, item } of hits)
    for (const value of valuesOf(name === 'id' ? id : item.fields[name])) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count);
  return { values, is_part: totalCount > hits.length, looked_at_count: hits.length };
}

const valuesOf = (value: FieldValue | undefined): readonly Value[] =>
  value === undefined ? [] : typeof value === 'object' ? value : [value];

export function serveSchema(app: App): void {
  const schema = schemaStore(app.db);

  const { known } = schemaChanges(app);

  app.http.addHook('onReady', () => hidePrivateFields(app));

  serve(app, listFields, async ({ c, kind, search, sort, order, page, per_page }, { project }) => {
    await collectionOf(app.db, project, c);
    const [stored, { waiting: names }] = await Promise.all([schema.list(project, c), seenFields(app, project, c)]);
    const wanted = searchText([search]);
    const found = stored
      .map((field) => withWaits(field, names))
      .filter((field) => searchText([field.name]).includes(wanted) && isOfKind(field, kind));
    const sorted = inOrder(found, sort);
    if (order === 'desc') sorted.reverse();
    return toPage(sorted.slice((page - 1) * per_page, page * per_page), sorted.length, per_page);
  });

  serve(app, readField, ({ id }, { project }) => known(project, id));

  const change = async (
    project: ProjectScope,
    { id: userId }: { readonly id: number },
    work: (changes: ReturnType<typeof schemaChanges>) => Promise<number>,
  ): Promise<SchemaField> => {
    const id = await app.releases.change(project, { userId, reason: 'schema' }, (db) => work(schemaChanges({ ...app, db })));
    return known(project, id);
  };

  serve(app, updateField, ({ id, ...changes }, { project, user }) =>
    change(project, user, async (within) => {
      const field = await within.known(project, id);
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      await within.save(project, field, { ...inputOf(field), ...given });
      return id;
    }),
  );

  serve(app, makeUnique, ({ id }, { project, user }) =>
    change(project, user, async (within) => {
      await within.giveUnique(project, await within.known(project, id), true);
      return id;
    }),
  );

  serve(app, makeFrontName, ({ id }, { project, user }) =>
    change(project, user, async (within) => {
      await within.giveFrontName(project, await within.known(project, id));
      return id;
    }),
  );

  serve(app, addField, async ({ collection_id: collectionId, name, type }, { project, user }) => {
    await collectionOf(app.db, project, collectionId);
    return change(project, user, ({ add }) => add(project, collectionId, name, type));
  });

  serve(app, listSchemaTypes, () =>
    Object.entries(fieldTypes).map(([key, value]) => ({ key: key as FieldType, value: value as string })),
  );

  serve(app, readFieldValues, async ({ collection_id: c, field_name: name, q }, { project }) => {
    await collectionOf(app.db, project, c);
    if (!(await schema.list(project, c)).some((field) => field.name === name)) throw fail('notFound', { name: 'field' });
    return inCollection(app, project, c, (search) => fieldValues(search, name, q));
  });
}

function isOfKind(field: SchemaField, kind: FieldKind): boolean {
  const isIndexed = field.custom_data === '0';
  if (kind === 'indexed') return isIndexed;
  if (kind === 'searched') return isIndexed && field.searchable && !field.archive;
  if (kind === 'facets') return isIndexed && field.facet && !field.archive;
  if (kind === 'custom') return !isIndexed;
  if (kind === 'private') return field.archive;
  return kind === 'all' || field.waits;
}

const sortable = {
  name: (one: SchemaField, other: SchemaField) => (searchText([one.name]) < searchText([other.name]) ? -1 : 1),
  type: (one: SchemaField, other: SchemaField) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0),
  found_count: (one: SchemaField, other: SchemaField) => (one.found_count ?? 0) - (other.found_count ?? 0),
};

const inOrder = (fields: readonly SchemaField[], sort: string | undefined): SchemaField[] =>
  sort !== undefined && Object.hasOwn(sortable, sort) ? fields.toSorted(sortable[sort as keyof typeof sortable]) : [...fields];

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
  isSet,
  type SchemaFieldInput,
} from '#features/data/schema/schema.contract.ts';
import { schemaStore, type SingleFlag } from './schema.store.ts';
import { newField } from '#features/data/collections/server/collection-fields.service.ts';
import { seenFields } from '#features/data/collections/server/collections.service.ts';
import { collectionOf, type ProjectScope, searchText } from '#server/db/row-scope.ts';
import type { App } from '#server/app/app.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';
import { plainPlan } from '#engine/plan.ts';
import { maximumIndexedFields, maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';

const idField = 'id';

const withWaits = (field: Omit<SchemaField, 'waits'>, names: ReadonlySet<string>): SchemaField => ({
  ...field,
  waits: names.has(field.name) || field.temp_type !== null,
});

function schemaChanges(app: App) {
  const collections = collectionStore(app.db);
  const schema = schemaStore(app.db);

  async function known(project: ProjectScope, id: number): Promise<SchemaField> {
    const field = foundIn(await schema.find(project, id), 'field');
    return withWaits(field, (await seenFields(app, project, field.collection_id)).waiting);
  }

  async function giveUnique(project: ProjectScope, field: SchemaField, isWanted: boolean): Promise<void> {
    if (isWanted === (field.unique_field === '1')) return;
    const all = await schema.list(project, field.collection_id);
    const next = isWanted ? field : all.find(({ name }) => name === idField);
    if (next === undefined || (!isWanted && next.id === field.id)) throw failField('unique_field', 'uniqueNeeded');
    await schema.giveAlone(project, next, 'unique_field');
    await schema.askForImport(project, field.collection_id);
  }

  const giveOrTake = async (project: ProjectScope, field: SchemaField, flag: SingleFlag, isWanted: boolean): Promise<void> => {
    if (isWanted) await schema.giveAlone(project, field, flag);
    else await schema.update(project, field.id, { [flag]: 0 });
  };

  /** A new type waits for a rebuild when something is indexed. */
  const typeColumns = async (project: ProjectScope, { type: before, collection_id: id }: SchemaField, type: FieldType) => {
    if (type === before) return { temp_type: null };
    return (await seenFields(app, project, id)).isBuilt ? { temp_type: type } : { type, temp_type: null };
  };

  return {
    known,
    giveUnique,
    giveFrontName: (project: ProjectScope, field: SchemaField) => schema.giveAlone(project, field, 'front_name'),

    async save(project: ProjectScope, field: SchemaField, input: SchemaFieldInput): Promise<void> {
      const isCustom = isSet(input.custom_data);
      if (!isCustom && field.custom_data === '1') {
        const { indexed_count: count } = await collections.countFields(project, field.collection_id);
        if (count >= maximumIndexedFields) throw failField('custom_data', 'tooManyIndexed', { max: maximumIndexedFields });
      }
      await giveUnique(project, field, isSet(input.unique_field));
      await giveOrTake(project, field, 'one_key', isSet(input.one_key) && !isCustom);
      await giveOrTake(project, field, 'front_name', isSet(input.front_name));
      await schema.update(project, field.id, {
        ...(await typeColumns(project, field, input.type)),
        custom_data: isCustom ? 1 : 0,
        archive: input.archive ? 1 : 0,
        autocomplete: input.autocomplete ? 1 : 0,
        is_facet: input.facet ? 1 : 0,
        is_path: input.path ? 1 : 0,
      });
    },

    async add(project: ProjectScope, collectionId: number, name: string, type: FieldType): Promise<number> {
      const all = await schema.list(project, collectionId);
      if (all.some((field) => field.name === name)) throw failField('name', 'alreadyUsed', { name: 'name' });
      if (all.length >= maximumKnownFields) throw fail('tooMany', { max: maximumKnownFields });
      const { indexed_count: count } = await collections.countFields(project, collectionId);
      const added = { ...newField(name, type), isCustomData: count >= maximumIndexedFields };
      await collections.addFields(project, collectionId, [added]);
      return (await schema.list(project, collectionId)).find((field) => field.name === name)!.id;
    },
  };
}

const maximumValues = 10_000;
/** Values of other fields are counted in a sample. */
const sampledItems = 1_000;
const shownValues = 20;

type Value = FieldValues['values'][number]['value'];
async function fieldValues(search: CollectionSearch, name: string, q: string): Promise<FieldValues> {
  const { layout } = search.session;
  if (layout === null) return { values: [], distinct_count: 0, is_part: false };
  const isFacet = layout.fields.some((field) => field.name === name && field.facet);
  const { all, is_part } = await (isFacet ? facetValues(search, name) : sampledValues(search, name));
  const found = all.filter(({ value }) => searchText([String(value)]).includes(searchText([q])));
  return { values: found.slice(0, shownValues), distinct_count: found.length, is_part };
}

async function facetValues(search: CollectionSearch, name: string) {
  const all = (await search.valuesOf(name, maximumValues))?.values ?? [];
  return { all, is_part: all.length >= maximumValues };
}

async function sampledValues({ session }: CollectionSearch, name: string) {
  const { hits, totalCount } = await session.search({ ...plainPlan, size: sampledItems });
  const values = hits.flatMap(({ id, item }) => valuesOf(name === idField ? id : item.fields[name]));
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, same]) => ({ value, count: same.length }));
  return { all: counts.sort((one, other) => other.count - one.count), is_part: totalCount > hits.length };
}

const valuesOf = (value: FieldValue | undefined): readonly Value[] =>
  value === undefined ? [] : typeof value === 'object' ? value : [value];

export function serveSchema(app: App): void {
  const schema = schemaStore(app.db);

  const { known } = schemaChanges(app);

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

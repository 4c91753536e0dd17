import { fieldTypes, type FieldType } from '#contract/item.ts';
import { toPage } from '#contract/page.ts';
import { fieldValues } from './field-values.ts';
import {
  addField,
  type FieldKind,
  inputOf,
  isSet,
  listFields,
  listSchemaTypes,
  makeFrontName,
  makeUnique,
  readField,
  readFieldValues,
  type SchemaField,
  type SchemaFieldInput,
  updateField,
} from './schema.contract.ts';
import { schemaStore, type SingleFlag } from './schema.store.ts';
import { maximumIndexedFields, maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { fieldWithoutItems, seenFields } from '#features/data/collections/collections.service.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import { searchText } from '#server-kit/search-text.ts';
import { serve } from '#server-kit/serve.ts';

/** The field that items always have. */
const idField = 'id';

export function serveSchema(app: App): void {
  const collections = collectionStore(app.db);
  const schema = schemaStore(app.db);

  const collectionOf = async (project: ProjectScope, id: number): Promise<void> => {
    if (!(await collections.find(project, id))) throw fail('notFound', { name: 'collection' });
  };

  const withWaits = (field: Omit<SchemaField, 'waits'>, names: ReadonlySet<string>): SchemaField => ({
    ...field,
    waits: names.has(field.name) || field.temp_type !== null,
  });

  async function known(project: ProjectScope, id: number): Promise<SchemaField> {
    const field = await schema.find(project, id);
    if (!field) throw fail('notFound', { name: 'field' });
    return withWaits(field, (await seenFields(app, project, field.collection_id)).waiting);
  }

  serve(app, listFields, async ({ c, kind, search, sort, order, page, per_page }, { project }) => {
    await collectionOf(project, c);
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

  /** What all changes of a field end with: searches use at once what they can. */
  async function changed(project: ProjectScope, userId: number, id: number): Promise<SchemaField> {
    await app.releases.publish(project, { userId, reason: 'schema' });
    return known(project, id);
  }

  /** One of many is indexed only where another one isn't any more. */
  async function makeRoom(project: ProjectScope, field: SchemaField, instead: number | null): Promise<void> {
    const { indexed_count: count } = await collections.countFields(project, field.collection_id);
    if (count < maximumIndexedFields) return;
    const other = instead === null ? null : await schema.find(project, instead);
    const isUsable = other !== null && other.collection_id === field.collection_id && other.custom_data === '0';
    if (!isUsable || other.unique_field === '1') throw failField('instead_of', 'tooManyIndexed', { max: maximumIndexedFields });
    await schema.update(project, other.id, { custom_data: 1, one_key: 0 });
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

  /** A type waits where something is indexed by the one before. */
  const typeColumns = async (project: ProjectScope, { type: before, collection_id: id }: SchemaField, type: FieldType) => {
    if (type === before) return { temp_type: null };
    return (await seenFields(app, project, id)).isBuilt ? { temp_type: type } : { type, temp_type: null };
  };

  async function save(project: ProjectScope, field: SchemaField, input: SchemaFieldInput): Promise<void> {
    const isCustom = isSet(input.custom_data);
    if (!isCustom && field.custom_data === '1') await makeRoom(project, field, input.instead_of);
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
  }

  serve(app, updateField, async ({ id, ...changes }, { project, user }) => {
    const field = await known(project, id);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    await save(project, field, { ...inputOf(field), ...given });
    return changed(project, user.id, id);
  });

  serve(app, makeUnique, async ({ id }, { project, user }) => {
    await giveUnique(project, await known(project, id), true);
    return changed(project, user.id, id);
  });

  serve(app, makeFrontName, async ({ id }, { project, user }) => {
    await schema.giveAlone(project, await known(project, id), 'front_name');
    return changed(project, user.id, id);
  });

  serve(app, addField, async ({ collection_id: collectionId, name, type }, { project, user }) => {
    await collectionOf(project, collectionId);
    const all = await schema.list(project, collectionId);
    if (all.some((field) => field.name === name)) throw failField('name', 'alreadyUsed', { name: 'name' });
    if (all.length >= maximumKnownFields) throw fail('tooMany', { max: maximumKnownFields });
    const { indexed_count: count } = await collections.countFields(project, collectionId);
    await collections.addFields(project, collectionId, [
      { ...fieldWithoutItems(name, type), isCustomData: count >= maximumIndexedFields },
    ]);
    const added = (await schema.list(project, collectionId)).find((field) => field.name === name);
    return changed(project, user.id, added!.id);
  });

  serve(app, listSchemaTypes, () =>
    Object.entries(fieldTypes).map(([key, value]) => ({ key: key as FieldType, value: value as string })),
  );

  serve(app, readFieldValues, async ({ collection_id: c, field_name: name, q }, { project }) => {
    await collectionOf(project, c);
    if (!(await schema.list(project, c)).some((field) => field.name === name)) throw fail('notFound', { name: 'field' });
    return fieldValues(app.engine, engineCollection(c), name, q);
  });
}

function isOfKind(field: SchemaField, kind: FieldKind): boolean {
  const isIndexed = field.custom_data === '0';
  if (kind === 'indexed') return isIndexed;
  if (kind === 'searched') return isIndexed && field.searchable && !field.archive;
  if (kind === 'facets') return isIndexed && field.facet && !field.archive;
  if (kind === 'custom') return !isIndexed;
  return kind === 'all' || field.waits;
}

const sortable = {
  name: (one: SchemaField, other: SchemaField) => (searchText([one.name]) < searchText([other.name]) ? -1 : 1),
  type: (one: SchemaField, other: SchemaField) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0),
  found_count: (one: SchemaField, other: SchemaField) => (one.found_count ?? 0) - (other.found_count ?? 0),
};

const inOrder = (fields: readonly SchemaField[], sort: string | undefined): SchemaField[] =>
  sort !== undefined && Object.hasOwn(sortable, sort) ? fields.toSorted(sortable[sort as keyof typeof sortable]) : [...fields];

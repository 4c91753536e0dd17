import type { FieldType } from '#contract/item.ts';
import { isSet, type SchemaField, type SchemaFieldInput } from '#features/data/schema/schema.contract.ts';
import { schemaStore, type SingleFlag } from './schema.store.ts';
import { maximumIndexedFields, maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { fieldWithoutItems, seenFields } from '#features/data/collections/server/collections.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';

const idField = 'id';

export const withWaits = (field: Omit<SchemaField, 'waits'>, names: ReadonlySet<string>): SchemaField => ({
  ...field,
  waits: names.has(field.name) || field.temp_type !== null,
});

export function schemaChanges(app: App) {
  const collections = collectionStore(app.db);
  const schema = schemaStore(app.db);

  async function known(project: ProjectScope, id: number): Promise<SchemaField> {
    const field = foundIn(await schema.find(project, id), 'field');
    return withWaits(field, (await seenFields(app, project, field.collection_id)).waiting);
  }

  /** At the limit, another field must give way. */
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
      if (!isCustom && field.custom_data === '1') await makeRoom(project, field, input.instead_of);
      await giveUnique(project, field, isSet(input.unique_field));
      await giveOrTake(project, field, 'one_key', isSet(input.one_key) && !isCustom);
      await giveOrTake(project, field, 'front_name', isSet(input.front_name));
      await schema.update(project, field.id, {
        ...(await typeColumns(project, field, input.type)),
        custom_data: isCustom ? 1 : 0,
        archive: input.archive ? 1 : 0,
        ...(input.archive !== field.archive && { archive_decided: 1 }),
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
      const added = { ...fieldWithoutItems(name, type), isCustomData: count >= maximumIndexedFields };
      await collections.addFields(project, collectionId, [added]);
      return (await schema.list(project, collectionId)).find((field) => field.name === name)!.id;
    },
  };
}

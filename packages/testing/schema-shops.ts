import { readCollection } from '#features/data/collections/collections.contract.ts';
import {
  inputOf,
  listFields,
  type SchemaField,
  type SchemaFieldInput,
  updateField,
} from '#features/data/schema/schema.contract.ts';
import { sharedServer } from './shared-server.ts';
import type { SampleOwner } from './test-app.ts';

export type SchemaOwner = SampleOwner;

/** What owners of the sample shop do with its schema. */
export async function schemaShops() {
  const server = await sharedServer();

  async function fieldNamed(owner: SchemaOwner, name: string): Promise<SchemaField> {
    const { data } = await server.call(owner, listFields, { c: owner.collectionId, search: name, per_page: 100 });
    return data!.items.find((field) => field.name === name)!;
  }

  return {
    server,
    fieldNamed,
    shop: (): Promise<SchemaOwner> => server.shop(),
    async change(owner: SchemaOwner, name: string, changes: Partial<SchemaFieldInput>): Promise<SchemaField> {
      const field = await fieldNamed(owner, name);
      const { data, msg } = await server.call(owner, updateField, { ...inputOf(field), ...changes, id: field.id });
      if (!data) throw new Error(msg);
      return data;
    },
    /** How many changes wait for the collection to be rebuilt. */
    async waiting(owner: SchemaOwner): Promise<number> {
      return (await server.call(owner, readCollection, { id: owner.collectionId })).data!.waiting_changes;
    },
  };
}

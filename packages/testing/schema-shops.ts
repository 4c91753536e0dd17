import { readCollection } from '#features/data/collections/collections.contract.ts';
import {
  inputOf,
  listFields,
  type SchemaField,
  type SchemaFieldInput,
  updateField,
} from '#features/data/schema/schema.contract.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export type SchemaOwner = Awaited<ReturnType<TestApp['owner']>>;

/** A server whose owners have the sample shop imported, and what they do with its schema. */
export async function startSchemaShops() {
  const server = await startTestApp();
  let people = 0;

  async function fieldNamed(owner: SchemaOwner, name: string): Promise<SchemaField> {
    const { data } = await server.call(owner, listFields, { c: owner.collectionId, search: name, per_page: 100 });
    return data!.items.find((field) => field.name === name)!;
  }

  return {
    server,
    close: () => server.close(),
    fieldNamed,
    async shop(): Promise<SchemaOwner> {
      const owner = await server.owner(`schema${(people += 1)}@example.com`);
      await server.imported(owner, owner.feedId);
      return owner;
    },
    async change(owner: SchemaOwner, name: string, changes: Partial<SchemaFieldInput>): Promise<SchemaField> {
      const field = await fieldNamed(owner, name);
      const { data, msg } = await server.call(owner, updateField, { ...inputOf(field), ...changes, id: field.id });
      if (!data) throw new Error(msg);
      return data;
    },
    /** How many changes wait for the collection to be built anew. */
    async waiting(owner: SchemaOwner): Promise<number> {
      return (await server.call(owner, readCollection, { id: owner.collectionId })).data!.waiting_changes;
    },
  };
}

import { schemaStore } from './schema.store.ts';
import { raiseMessage } from '#features/general/messages/server/messages.service.ts';
import { isPrivateName, namesTold } from '#feeds/mapping/private-names.ts';
import type { App } from '#server/app.ts';

/** Hides from shops the fields that are private by names that an earlier version didn't know, and reports it once. */
export async function hidePrivateFields(app: App): Promise<void> {
  const found = await schemaStore(app.db).undecided(isPrivateName);
  for (const [collectionId, fields] of Map.groupBy(found, (field) => field.collection_id)) {
    const project = { id: fields[0]!.project_id };
    try {
      // A server that is killed in between reports it again.
      await raiseMessage(app, project, {
        kind: 'privateFields',
        about: `collection:${collectionId}`,
        details: { fields: namesTold(fields.map(({ name }) => name)) },
        failure: null,
        address: `/data/schema?c=${collectionId}&kind=private`,
        isMailed: true,
      });
      await app.releases.change(project, { userId: null, reason: 'schema' }, async (db) => {
        for (const { id } of fields) await schemaStore(db).update(project, id, { archive: 1 });
      });
    } catch (error) {
      app.http.log.error({ err: error, collection: collectionId }, 'Private fields of a collection could not be hidden');
    }
  }
}

import { schemaStore } from './schema.store.ts';
import { raiseMessage } from '#features/general/messages/server/messages.service.ts';
import { isPrivateName, listedNames } from '#feeds/mapping/private-names.ts';
import type { App } from '#server/app/app.ts';

/** Hides fields whose names an earlier version didn't know as private, and reports them once. */
export async function hidePrivateFields(app: App): Promise<void> {
  const found = await schemaStore(app.db).undecided(isPrivateName);
  for (const [collectionId, fields] of Map.groupBy(found, (field) => field.collection_id)) {
    const project = { id: fields[0]!.project_id };
    try {
      // Reported again if the server is killed in between.
      await raiseMessage(app, project, {
        kind: 'privateFields',
        about: `collection:${collectionId}`,
        details: { fields: listedNames(fields.map(({ name }) => name)) },
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

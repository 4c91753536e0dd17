import type { Key, KeyInput } from '#features/developer/credentials/keys.contract.ts';
import type { KeyRight } from '#contract/permission.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret, newSecret } from '#server/secrets/secrets.ts';

const shownLetters = 6;

const columnsOf = ({ name, rights, origins, expires_at }: KeyInput) => ({
  name,
  rights: JSON.stringify(rights),
  origins: JSON.stringify(origins),
  expires_at,
});

const secretColumns = (secret: string) => ({ secret_hash: hashSecret(secret), beginning: secret.slice(0, shownLetters) });

/** Only hashes of keys are kept. */
export function keyStore(db: Database) {
  const ofProject = (project: ProjectScope, id: number) =>
    db.updateTable('api_key').where('project_id', '=', project.id).where('id', '=', id);

  return {
    /** Oldest first. */
    async list(project: ProjectScope): Promise<Key[]> {
      const rows = await db.selectFrom('api_key').selectAll().where('project_id', '=', project.id).orderBy('id').execute();
      return rows.map(
        ({ id, name, beginning, rights, origins, created_at, expires_at, last_used_at, old_secret_until: until }) => ({
          id,
          name,
          beginning,
          rights: jsonOf<KeyRight[]>(rights, [], 'api_key.rights', id),
          origins: jsonOf<string[]>(origins, [], 'api_key.origins', id),
          created_at,
          expires_at,
          is_expired: expires_at !== null && expires_at <= Date.now(),
          last_used_at,
          old_until: until !== null && until > Date.now() ? until : null,
        }),
      );
    },

    /** null: the project has `most` already. */
    async make(project: ProjectScope, input: KeyInput, most: number): Promise<{ id: number; key: string } | null> {
      const key = newSecret();
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('api_key')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', project.id)
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return null;
        const row = { ...columnsOf(input), ...secretColumns(key), project_id: project.id, created_at: Date.now() };
        const { id } = await transaction.insertInto('api_key').values(row).returning('id').executeTakeFirstOrThrow();
        return { id, key };
      });
    },

    /** False: there is none. */
    async change(project: ProjectScope, id: number, input: KeyInput): Promise<boolean> {
      const { numUpdatedRows } = await ofProject(project, id).set(columnsOf(input)).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** The new secret; null: there is no such key. */
    async rotate(project: ProjectScope, id: number, oldUntil: number | null): Promise<string | null> {
      const key = newSecret();
      const { numUpdatedRows } = await ofProject(project, id)
        .set((eb) => ({
          ...secretColumns(key),
          old_secret_hash: oldUntil === null ? null : eb.ref('secret_hash'),
          old_secret_until: oldUntil,
        }))
        .executeTakeFirst();
      return numUpdatedRows > 0n ? key : null;
    },

    async remove(project: ProjectScope, id: number): Promise<boolean> {
      const gone = db.deleteFrom('api_key').where('project_id', '=', project.id).where('id', '=', id);
      return (await gone.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

import { inParts } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

/** The ids of terms and items that are counted. */
export const nameStore = (db: Database) => {
  async function idsOf({ id: project }: ProjectScope, names: readonly string[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    for (const some of inParts(names)) {
      const rows = db.selectFrom('counted_name').select(['id', 'name']).where('project_id', '=', project);
      for (const { id, name } of await rows.where('name', 'in', some).execute()) ids.set(name, Number(id));
    }
    return ids;
  }

  return {
    /** Names that were never counted are missing. */
    idsOf,

    /** Adds the missing ones, in the order in which all servers lock them. */
    async idsFor(project: ProjectScope, names: readonly string[]): Promise<Map<string, number>> {
      const known = await idsOf(project, names);
      const missing = [...new Set(names)].filter((name) => !known.has(name)).toSorted();
      for (const some of inParts(missing))
        await db
          .insertInto('counted_name')
          .values(some.map((name) => ({ project_id: project.id, name })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      return missing.length === 0 ? known : new Map([...known, ...(await idsOf(project, missing))]);
    },

    async namesOf(ids: readonly number[]): Promise<string[]> {
      const names = new Map<number, string>();
      for (const some of inParts(ids))
        for (const { id, name } of await db.selectFrom('counted_name').select(['id', 'name']).where('id', 'in', some).execute())
          names.set(Number(id), name);
      return ids.map((id) => names.get(id) ?? '');
    },
  };
};

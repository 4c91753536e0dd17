import { toldMistakes } from '#contract/limits.ts';
import { copyRows, plannedCopy } from '#server/rules/rows/copy-rows.ts';
import type { Claiming } from '#server/rules/rows/row-claims.ts';
import { rowWriter } from '#server/rules/rows/row-writer.ts';
import type { ServedCrud } from '#server/rules/rows/served-crud.ts';
import { otherProject } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { collectionOf, type ProjectScope } from '#server/db/row-scope.ts';
import type { Rows } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { serve } from '#server/app/serve.ts';

/** Serves the call that copies chosen rows to another project of the same person, with a dry run. */
export function serveCopy<Fields extends object, Sort extends string, Input, Item>(
  app: App,
  calls: ServedCrud<Sort, Input, Item>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  claiming?: (project: ProjectScope, db: Database) => Promise<Claiming<Fields>>,
): void {
  const { name, unique, maximumRows, isOfCollection, input } = calls;
  const kind = { name, unique, maximumRows, fields: Object.keys(input._zod.def.shape) };

  serve(app, calls.copyTo, async ({ ids, project: token, collection, dry_run: isDryRun }, { project, user }) => {
    const to = await otherProject(app.db, user, token, calls.copyTo.needs);
    const place = collection === undefined ? undefined : await collectionOf(app.db, to, collection);
    const chosen = (await rowsOf(app.db).stored(project, ids)).filter(({ deletedAt }) => deletedAt === null);
    const claims = await claiming?.(to, app.db);
    const plan = (db: Database) => plannedCopy(db, { rows: rowsOf(db), kind, claiming: claims }, chosen, to, place);
    const change = { userId: user.id, reason: name };
    const author = { userId: user.id, at: Date.now() };
    const planned = isDryRun
      ? await plan(app.db)
      : await app.releases.change(to, change, async (db) => {
          const found = await plan(db);
          await copyRows(rowWriter(rowsOf(db), calls, author, claims), found);
          return found;
        });
    const { added, same, refused } = planned;
    const [{ scope } = { scope: null }] = added;
    return {
      copied: added.reduce((sum, { rows }) => sum + rows.length, 0),
      same,
      refused_count: refused.length,
      refused: refused
        .slice(0, toldMistakes)
        .map(({ row, problem }) => ({ id: row.item.id, name: rowsOf(app.db).titleOf(row.fields), ...problem })),
      collections: isOfCollection ? await collectionsOf(app.db, to) : [],
      collection: scope?.collectionId ?? place?.collectionId ?? null,
      is_written: !isDryRun,
    };
  });
}

const collectionsOf = (db: Database, { id }: ProjectScope) =>
  db.selectFrom('collection').select(['id', 'name']).where('project_id', '=', id).orderBy('id').execute();

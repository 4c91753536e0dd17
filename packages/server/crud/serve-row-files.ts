import type { App } from '#server/app/app.ts';
import { readRows, writeRows } from '#server/rules/files/row-files.ts';
import type { RowImporter } from '#server/rules/rows/row-import.ts';
import type { ServedCrud } from '#server/rules/rows/served-crud.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { serve } from '#server/app/serve.ts';

interface ServedFiles<Sort extends string, Input, Item> {
  readonly calls: Pick<ServedCrud<Sort, Input, Item>, 'name' | 'input' | 'flat' | 'exportRows' | 'importRows'>;
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  readonly importer: RowImporter;
  readonly allOf: (project: ProjectScope, c: number | undefined) => Promise<readonly object[]>;
}

export function serveRowFiles<Sort extends string, Input, Item>(
  app: App,
  { calls, aliases, importer, allOf }: ServedFiles<Sort, Input, Item>,
): void {
  const { name, input, flat } = calls;
  serve(app, calls.exportRows, async ({ c, format }, { project }) => {
    const text = await writeRows(format, input, await allOf(project, c), { flat, timeZone: project.timeZone });
    return { file_name: `${name.replaceAll(' ', '-')}s.${format}`, text };
  });
  serve(app, calls.importRows, async ({ c, format, text, dry_run: isDryRun }, { project, user }) => {
    const words = { flat, timeZone: project.timeZone, ...(aliases && { aliases }) };
    const { rows: file, unknownColumns } = await readRows(format, input, text, words);
    const prepared = await importer.prepare(project, c, file);
    const outcome = isDryRun
      ? prepared.outcome
      : await app.releases.change(project, { userId: user.id, reason: name }, (db) =>
          prepared.write(db, { userId: user.id, at: Date.now() }),
        );
    return { ...outcome, unknown_columns: [...unknownColumns], is_written: !isDryRun };
  });
}

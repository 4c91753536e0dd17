import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import type { ProjectPermission } from '#contract/permission.ts';
import { RowFile, RowFileFormat, RowFileInput, RowFileOutcome, rowFileBodyBytes } from './row-files.ts';

interface RowFileCalls<Scope extends z.core.$ZodShape> {
  readonly path: string;
  readonly needs: ProjectPermission;
  /** The glossary's word for several of them. */
  readonly several: string;
  /** `inCollection` for rows of a collection. */
  readonly scope: Scope;
}

export const rowFileEndpoints = <Scope extends z.core.$ZodShape>({ path, needs, several, scope }: RowFileCalls<Scope>) => ({
  exportRows: endpoint(`GET ${path}/export`, {
    needs,
    summary: `Answers all ${several} as a file`,
    input: z.object({ format: z._default(RowFileFormat, 'csv'), ...scope }),
    output: RowFile,
  }),
  importRows: endpoint(`POST ${path}/import`, {
    needs,
    summary: `Says what a file of ${several} would change, and changes it when \`dry_run\` is false. Rows with mistakes are left out`,
    input: z.extend(RowFileInput, scope),
    output: RowFileOutcome,
    errors: [
      'rowFileEmpty',
      'rowFileNotText',
      'rowFileNotValid',
      'columnMissing',
      'tooManyFileRows',
      'tooMany',
      'tooManyRows',
      'tooMuchText',
    ],
    bodyLimitBytes: rowFileBodyBytes,
  }),
});

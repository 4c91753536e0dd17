import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { maximumProjectFileBytes } from '#contract/limits.ts';
import { changeKinds } from '#contract/rows/rule-fields.ts';

const needs = 'owner';

export const FileChange = z.object({
  /** The key in the file: `synonyms`, `fields`, `project`. */
  source: z.string(),
  collection: z.nullable(z.string()),
  kind: z.enum(changeKinds),
  name: z.string(),
  /** Values as in the file; null for a default or a missing value. */
  fields: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});
export type FileChange = z.output<typeof FileChange>;

const File = z.object({ file_name: z.string(), text: z.string() });

export const exportProject = endpoint('GET /api/project/export', {
  needs,
  summary: 'Exports all settings and rules of the project as YAML, without secrets',
  output: File,
  errors: ['unavailable', 'tooManyRequests'],
});

export const exportProjectByApi = endpoint('GET /api/v1/project/export', {
  needs: 'api',
  summary: 'Exports all settings and rules of the project as YAML, without secrets (bearer token)',
  output: File,
  errors: ['unavailable', 'tooManyRequests'],
});

export const importProject = endpoint('POST /api/project/import', {
  needs,
  summary:
    'Replaces the settings and rules of the project by those of a file, as one release that is live at once; a dry run shows the changes',
  input: z.object({
    text: z.string({ error: 'required' }).check(z.maxLength(maximumProjectFileBytes, { error: 'maximumLength' })),
    dry_run: z._default(z.boolean(), true),
    /** `state` of a dry run: the import is refused if the project has changed since. */
    state: z.optional(z.nullable(z.string())),
    without: z._default(z.array(z.enum(['project', 'feeds'])), []),
  }),
  output: z.object({
    /** Fingerprint of the project before the import. */
    state: z.string(),
    is_written: z.boolean(),
    counts: z.record(z.string(), z.partialRecord(z.enum(changeKinds), z.number())),
    changes: z.array(FileChange),
    /** Feeds, fields and collections that are not in the file. They stay as they are. */
    kept: z.array(z.object({ source: z.string(), collection: z.nullable(z.string()), names: z.array(z.string()) })),
    skipped: z.array(
      z.object({
        source: z.string(),
        collection: z.nullable(z.string()),
        name: z.string(),
        code: z.string(),
        message: z.string(),
      }),
    ),
    release: z.number(),
  }),
  errors: [
    'unavailable',
    'tooManyRequests',
    'projectFileNotValid',
    'projectFileMeanwhile',
    'fileNotYaml',
    'fileTooDeep',
    'fileTooLarge',
    'fileAlias',
    'fileTag',
    'fileKeyTwice',
    'fileKeyUnknown',
    'fileListNeeded',
    'fileNamesNeeded',
    'fileVersion',
    'fileLanguage',
    'fileFlagTwice',
    'fileTooManyIndexed',
  ],
  bodyLimitBytes: 2 * maximumProjectFileBytes,
});
export type ProjectImport = OutputOf<typeof importProject>;

export const importProjectByApi = endpoint('POST /api/v1/project/import', {
  ...importProject,
  needs: 'api',
  summary:
    'Replaces rules, fields and settings of collections by those of a file; name and feeds of the project stay (bearer token)',
});

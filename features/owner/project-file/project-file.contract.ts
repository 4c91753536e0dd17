import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { maximumProjectFileBytes } from '#contract/limits.ts';
import { changeKinds } from '#contract/rows/row-changes.ts';

const needs = 'owner';
const row = z.nullable(z.record(z.string(), z.unknown()));

export const FileChange = z.object({
  /** `synonyms`, `curations`, `fields`, `feeds`, `project` and so on, as the file calls them. */
  source: z.string(),
  id: z.number(),
  collection_id: z.nullable(z.number()),
  /** The name of the collection; null for what belongs to the whole project. */
  collection: z.nullable(z.string()),
  kind: z.enum(changeKinds),
  name: z.string(),
  before: row,
  after: row,
  is_live: z.boolean(),
  /** As the file says it; null for what is as usual, or isn't there. */
  fields: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});
export type FileChange = z.output<typeof FileChange>;

const File = z.object({ file_name: z.string(), text: z.string() });

export const exportProject = endpoint('GET /api/project/export', {
  needs,
  summary: 'Answers all settings and rules of the project as a YAML file, without secrets',
  output: File,
  errors: ['unavailable', 'tooManyRequests'],
});

/** The same for a program, such as one that keeps the file in a repository. */
export const exportProjectByApi = endpoint('GET /api/v1/project/export', {
  needs: 'api',
  summary: 'Answers all settings and rules of the project as a YAML file, without secrets (bearer token)',
  output: File,
  errors: ['unavailable', 'tooManyRequests'],
});

export const importProject = endpoint('POST /api/project/import', {
  needs,
  summary:
    'Makes the settings and rules of the project those of a file, as one release that is live at once; or tells what that would change',
  input: z.object({
    text: z.string({ error: 'required' }).check(z.maxLength(maximumProjectFileBytes, { error: 'maximumLength' })),
    /** Tells what would change, and changes nothing. */
    dry_run: z._default(z.boolean(), true),
    /** What a dry run answered as `state`: with it, nothing is changed once the project isn't as it was then. */
    state: z.optional(z.nullable(z.string())),
    /** Parts of the file that are not taken over, such as for a file of another project. */
    without: z._default(z.array(z.enum(['project', 'feeds'])), []),
  }),
  output: z.object({
    /** Stands for what the project has before the import. */
    state: z.string(),
    is_written: z.boolean(),
    counts: z.record(z.string(), z.partialRecord(z.enum(changeKinds), z.number())),
    changes: z.array(FileChange),
    /** Feeds, fields and collections that the file doesn't have, by their names. They stay as they are. */
    kept: z.array(z.object({ source: z.string(), collection: z.nullable(z.string()), names: z.array(z.string()) })),
    /** What of the file can't be taken over, and why. */
    left_out: z.array(
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
  /** With those of the calls that save such rows one by one. */
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
    'fileKeyMeant',
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
    'Makes rules, fields and settings of collections those of a file, or tells what that would change; what the project is called and its feeds stay (bearer token)',
});

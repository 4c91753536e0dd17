import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { maximumRuleFileBytes, maximumRuleFiles } from '#contract/limits.ts';

export const ruleServices = ['app-search', 'algolia', 'typesense', 'querqy'] as const;
export type RuleService = (typeof ruleServices)[number];

export const importedKinds = ['synonyms', 'fixits', 'stopwords', 'curations'] as const;
export type ImportedKind = (typeof importedKinds)[number];

export const mostFileName = 200;

const Skipped = z.object({
  code: z.string(),
  message: z.string(),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** The kind and the field of a row that is refused; null and empty where there is no counterpart. */
  kind: z.nullable(z.enum(importedKinds)),
  field: z.string(),
  count: z.number(),
  places: z.array(
    z.object({
      file: z.nullable(z.string()),
      /** From 1, in files of lines. */
      line: z.nullable(z.number()),
      entry: z.nullable(z.string()),
      what: z.string(),
    }),
  ),
});
export type Skipped = z.output<typeof Skipped>;

export const importRules = endpoint('POST /api/rule-import', {
  needs: 'search',
  summary:
    'Says what a file of App Search, Algolia, Typesense or querqy would change, and changes it in one release when `dry_run` is false',
  input: z.object({
    text: z._default(z.string().check(z.maxLength(maximumRuleFileBytes, { error: 'maximumLength' })), ''),
    /** In place of `text`, files that are one export together, such as the pages of a list. */
    files: z._default(
      z
        .array(z.object({ name: z.string().check(z.maxLength(mostFileName)), text: z.string() }))
        .check(z.maxLength(maximumRuleFiles, { error: 'tooMany' })),
      [],
    ),
    c: z.optional(Id),
    dry_run: z._default(z.boolean(), true),
  }),
  output: z.object({
    services: z.array(z.enum(ruleServices)),
    kinds: z.array(
      z.object({
        kind: z.enum(importedKinds),
        new: z.number(),
        changed: z.number(),
        same: z.number(),
        refused: z.number(),
      }),
    ),
    /** Entries that aren't imported, and parts of entries. */
    skipped: z.array(Skipped),
    missing_pages: z.array(z.object({ pages: z.array(z.number()), total: z.number() })),
    is_written: z.boolean(),
  }),
  errors: [
    'tooManyRequests',
    'unavailable',
    'ruleFileNotValid',
    'ruleFilesNotValid',
    'tooManyFileRows',
    'tooMany',
    'tooManyRows',
    'tooMuchText',
  ],
  bodyLimitBytes: 2 * maximumRuleFileBytes,
});
export type RuleImport = OutputOf<typeof importRules>;

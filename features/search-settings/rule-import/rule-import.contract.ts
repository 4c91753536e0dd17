import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { maximumRuleFileBytes } from '#contract/limits.ts';

/** Services whose files are recognised by what is in them. */
export const ruleServices = ['app-search', 'algolia', 'typesense', 'querqy'] as const;
export type RuleService = (typeof ruleServices)[number];

/** What their rules become here. */
export const importedKinds = ['synonyms', 'fixits', 'stopwords', 'curations'] as const;
export type ImportedKind = (typeof importedKinds)[number];

/** What was not imported for one reason, and where the first of it stands. */
const LeftOut = z.object({
  code: z.string(),
  message: z.string(),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** The kind and the field of a row that is refused; null and empty where there is no counterpart. */
  kind: z.nullable(z.enum(importedKinds)),
  field: z.string(),
  /** The rest of the entry is imported. */
  is_part: z.boolean(),
  count: z.number(),
  places: z.array(
    z.object({
      /** From 1, in files of lines. */
      line: z.nullable(z.number()),
      /** How the file calls the entry, or its number. */
      entry: z.nullable(z.string()),
      /** As the file has it. */
      what: z.string(),
    }),
  ),
});
export type LeftOut = z.output<typeof LeftOut>;

export const importRules = endpoint({
  method: 'POST',
  path: '/api/rule-import',
  needs: 'search',
  summary:
    'Says what a file of App Search, Algolia, Typesense or querqy would change, and changes it in one release when `dry_run` is false',
  input: z.object({
    text: z.string({ error: 'required' }).check(z.maxLength(maximumRuleFileBytes, { error: 'maximumLength' })),
    /** The collection of the items that curations name. */
    c: z.optional(Id),
    /** Says what would happen, and writes nothing. */
    dry_run: z._default(z.boolean(), true),
  }),
  output: z.object({
    services: z.array(z.enum(ruleServices)),
    kinds: z.array(
      z.object({
        kind: z.enum(importedKinds),
        new: z.number(),
        changed: z.number(),
        /** As they are stored already. */
        same: z.number(),
        /** Rows with a mistake. */
        refused: z.number(),
      }),
    ),
    left_out: z.array(LeftOut),
    is_written: z.boolean(),
  }),
  errors: ['ruleFileNotValid', 'tooManyFileRows', 'tooMany', 'tooMuchText'],
  bodyLimitBytes: 2 * maximumRuleFileBytes,
});
export type RuleImport = OutputOf<typeof importRules>;

import * as z from 'zod/mini';

/**
 * What can be wrong with a rule that is live:
 * - `shadowed`: another rule catches its queries first
 * - `loop`: another rule replaces back what it replaces
 * - `partlyTaken`: another rule takes the queries as they are written, longer ones reach it
 * - `replaced`: the whole query is replaced before it acts, longer ones are not
 * - `ignoredWord`: a word of it is left out of queries
 * - `rewritten`: its characters are replaced in queries, and it is written with them
 * - `itemsGone`: the catalogue has no more of its items
 * - `categoryGone`: no item is in its category
 * - `fieldGone`, `fieldEmpty`: the collection hasn't the field, or no item has a value in it
 * - `fieldUnfit`: the field can't be used for that, because of its type or its settings
 * - `fights`: it puts first what another rule takes out for the same query
 */
export const findingKinds = [
  'shadowed',
  'partlyTaken',
  'loop',
  'replaced',
  'ignoredWord',
  'rewritten',
  'itemsGone',
  'categoryGone',
  'fieldGone',
  'fieldEmpty',
  'fieldUnfit',
  'fights',
] as const;

const NamedRow = z.object({
  source: z.string(),
  id: z.number(),
  name: z.string(),
});

export const Finding = z.object({
  ...NamedRow.shape,
  /** null for rules of the whole project. */
  collection_id: z.nullable(z.number()),
  kind: z.enum(findingKinds),
  by: z.nullable(NamedRow),
  text: z.nullable(z.string()),
  count: z.nullable(z.number()),
});
export type Finding = z.output<typeof Finding>;

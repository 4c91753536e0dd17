import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Moment } from '#contract/fields.ts';
import { changeKinds } from '#contract/rows/rule-fields.ts';

export const RowChange = z.object({
  /** The kind of rule: `synonyms`, `character-filters`, `phrases`; `fields` and `collections` are settings. */
  source: z.string(),
  id: z.number(),
  collection_id: z.nullable(z.number()),
  kind: z.enum(changeKinds),
  name: z.string(),
});

const Planned = z.object({
  id: z.number(),
  name: z.string(),
  comment: z.string(),
  publish_at: Moment,
  /** Who planned it; null for deleted people. */
  user: z.nullable(z.string()),
  change_count: z.number(),
});
export type Planned = z.output<typeof Planned>;

export const readWaiting = endpoint('GET /api/releases/waiting', {
  needs: 'search',
  summary: 'Lists the saved changes that are not live yet, and tells the next midnight',
  output: z.object({
    rows: z.array(
      z.extend(RowChange, {
        user: z.nullable(z.string()),
        changed_at: Moment,
        goes_live: z.enum(['onPublish', 'onUpdate', 'atMidnight']),
        /** The planned release that has the change. */
        planned: z.nullable(z.number()),
        /** The planned release that has the row, maybe an earlier version of it. */
        held_by: z.nullable(z.number()),
      }),
    ),
    planned: z.array(Planned),
    time_zone: z.string(),
    next_midnight: Moment,
  }),
});

export type WaitingRow = OutputOf<typeof readWaiting>['rows'][number];

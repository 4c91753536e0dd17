import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Moment, Nothing } from '#contract/fields.ts';
import { Import } from '#features/data/imports/imports.contract.ts';

/** True next steps of a project, in the order they make sense. */
export const stepNames = ['addFeed', 'decideImport', 'fixErrors', 'addSynonym', 'connectShop'] as const;

export const ProjectState = z.object({
  item_count: z.number(),
  is_live: z.boolean(),
  feed_count: z.number(),
  last_feed_id: z.nullable(z.number()),
  last_import: z.nullable(Import),
  /** A feed whose import is held and waits for a decision. */
  held_feed_id: z.nullable(z.number()),
  /** When the shop last asked the front API; null when it never did. */
  front_called_at: z.nullable(Moment),
  steps: z.array(z.object({ name: z.enum(stepNames), is_done: z.boolean() })),
});
export type ProjectState = z.output<typeof ProjectState>;

export const readProjectState = endpoint({
  method: 'GET',
  path: '/api/dashboard/state',
  needs: 'member',
  summary: 'Answers the state of the project and its next steps',
  input: Nothing,
  output: ProjectState,
});

import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, requiredText } from '#contract/fields.ts';

const one = z.object({ id: Id });

export const ProjectLosses = z.object({
  /** Null while search is down. */
  item_count: z.nullable(z.number()),
  rule_count: z.number(),
  user_count: z.number(),
});

export const readProjectLosses = endpoint('GET /api/sales_channels/{id}/losses', {
  needs: 'user',
  summary: 'Counts what would go with a project (owners)',
  input: one,
  output: ProjectLosses,
  errors: ['notAllowed'],
});

export const removeProject = endpoint('DELETE /api/sales_channels/{id}', {
  needs: 'user',
  summary: 'Deletes a project whose name is typed (owners); for a while it can be restored, then nothing is left of it',
  input: z.object({ id: Id, name: requiredText() }),
  output: z.object({ restorable_until: Moment }),
  errors: ['notAllowed', 'nameDiffers'],
});

export const DeletedProject = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  deleted_at: Moment,
  deleted_by: z.nullable(z.string()),
  restorable_until: Moment,
});
export type DeletedProject = z.output<typeof DeletedProject>;

export const listDeletedProjects = endpoint('GET /api/sales_channels/deleted', {
  needs: 'user',
  summary: 'Lists the deleted projects that the signed-in person can restore',
  output: z.array(DeletedProject),
});

export const restoreProject = endpoint('POST /api/sales_channels/{id}/restore', {
  needs: 'user',
  summary: 'Brings a deleted project back as it was (owners)',
  input: one,
  output: z.object({ id: Id, name: z.string(), token: z.string() }),
  errors: ['notFound', 'tooManyProjects'],
});

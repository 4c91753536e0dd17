import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';

export const transferProject = endpoint('PUT /api/sales_channels/{id}/owner', {
  needs: 'user',
  summary: 'Makes a user of a project its owner, in place of the owner who calls; an administrator adds one',
  input: z.object({
    id: Id,
    user_id: Id,
    /** Whether the former owner goes on working in it, in all groups, or leaves it. */
    stays: z._default(z.boolean(), true),
  }),
  errors: ['notAllowed', 'notFound', 'tooManyProjects'],
});

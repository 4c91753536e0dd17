import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';

export const OwnProject = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  token: z.string(),
  is_owner: z.boolean(),
  is_only_owner: z.boolean(),
  user_groups: z.array(z.object({ id: Id })),
});
export type OwnProject = z.output<typeof OwnProject>;

export const listOwnProjects = endpoint('GET /api/user/projects', {
  needs: 'user',
  summary: 'Lists the projects that the signed-in person is in, for administrators without those that they only may open',
  output: z.array(OwnProject),
});

export const leaveProject = endpoint('POST /api/user/leave', {
  needs: 'user',
  summary: 'Takes the signed-in person out of a project; only a new invitation brings them back',
  input: z.object({ id: Id }),
  errors: ['notFound', 'lastOwner'],
});

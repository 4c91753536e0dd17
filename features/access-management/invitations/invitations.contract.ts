import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Email, Id, Moment, Nothing } from '#contract/fields.ts';

export const Invitation = z.object({ id: Id, project_name: z.string(), invited_by: z.string(), expires_at: Moment });
export type Invitation = z.output<typeof Invitation>;

export const listMyInvitations = endpoint({
  method: 'GET',
  path: '/api/invite/my_list',
  needs: 'user',
  summary: 'Lists the open invitations of the signed-in person',
  input: Nothing,
  output: z.array(Invitation),
});

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/user/invite',
  needs: 'access',
  summary: 'Invites a person by e-mail into the selected project',
  input: z.object({ email: Email, user_groups: z._default(z.array(z.literal([1, 2, 3, 4, 5])), []) }),
  output: z.object({ id: Id }),
  errors: ['notAllowed', 'alreadyUsed'],
});

export const answerInvitation = endpoint({
  method: 'POST',
  path: '/api/user/invite/accept',
  needs: 'user',
  summary: 'Accepts or declines an invitation',
  input: z.object({ id: Id, accept: z.boolean() }),
  output: z.object({ token: z.nullable(z.string()) }),
});

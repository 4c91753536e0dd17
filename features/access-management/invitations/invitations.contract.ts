import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Email, Id, Moment, MailedToken, UserGroups } from '#contract/fields.ts';

export const Invitation = z.object({ id: Id, project_name: z.string(), invited_by: z.string(), expires_at: Moment });
export type Invitation = z.output<typeof Invitation>;

export const listMyInvitations = endpoint('GET /api/invite/my_list', {
  needs: 'user',
  summary: 'Lists the open invitations of the signed-in person',
  output: z.array(Invitation),
});

export const inviteUser = endpoint('POST /api/user/invite', {
  needs: 'access',
  summary: 'Invites a person by e-mail into the selected project',
  input: z.object({ email: Email, user_groups: z._default(UserGroups, []) }),
  /** An open invitation is mailed once a day. */
  output: z.object({
    id: Id,
    is_mailed: z.boolean(),
    /** The invitation link, for servers without a mail server. */
    link: z.nullable(z.string()),
  }),
  errors: ['notAllowed', 'alreadyUser', 'tooManyRequests', 'usersElsewhere'],
});

export const CheckedInvitation = z.object({
  project_name: z.string(),
  invited_by: z.string(),
  email: z.string(),
  expires_at: Moment,
  is_expired: z.boolean(),
  has_account: z.boolean(),
});
export type CheckedInvitation = z.output<typeof CheckedInvitation>;

export const checkInvitation = endpoint('POST /api/user/invite/check', {
  needs: 'public',
  summary: 'Answers what the token of a mail invites to, and whom',
  input: z.object({ token: MailedToken }),
  output: CheckedInvitation,
  errors: ['linkNotValid'],
});

export const answerInvitation = endpoint('POST /api/user/invite/accept', {
  needs: 'user',
  summary: 'Accepts or declines an invitation, by the token of its mail or, once the address is proven, by its id',
  input: z.object({ id: z.optional(Id), token: z.optional(MailedToken), accept: z.boolean() }),
  output: z.object({ token: z.nullable(z.string()) }),
  errors: ['notFound'],
});

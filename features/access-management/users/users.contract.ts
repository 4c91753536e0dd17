import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, UserGroups } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';

const needs = 'access';
const about = z.object({ id: Id });

export const userStates = ['active', 'blocked', 'invited', 'invitationExpired'] as const;
export type UserState = (typeof userStates)[number];
export const ProjectUser = z.object({
  /** Null for an open invitation. */
  id: z.nullable(Id),
  invitation_id: z.nullable(Id),
  /** Empty for an open invitation, so that nobody learns whether the address has an account. */
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  photo: z.nullable(z.string()),
  user_groups: z.array(about),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  has_second_factor: z.boolean(),
  status: z.enum(userStates),
  is_account_blocked: z.boolean(),
  /** Null where nobody knows, or the invitation isn't accepted. */
  last_seen_at: z.nullable(Moment),
  /** Joined or invited at; null if unknown. */
  since: z.nullable(Moment),
  invited_by: z.nullable(z.string()),
  /** Inviting again returns a link to pass on: there is no mail server. */
  is_link_shown: z.boolean(),
});
export type ProjectUser = z.output<typeof ProjectUser>;

export const listUsers = endpoint('GET /api/users', {
  needs,
  summary: 'Lists the users of the selected project and who is invited to it; the caller comes first',
  input: z.extend(PageQuery, {
    sort: z.optional(z.enum(['user', 'last_seen'])),
    group: z.optional(z.enum(['1', '2', '3', '4', '5'])),
    status: z.optional(z.enum(userStates)),
  }),
  output: pageOf(ProjectUser),
  notice: 'Users are managed elsewhere.',
});

export const readUser = endpoint('GET /api/user/{id}', {
  needs,
  summary: 'Reads a user of the selected project',
  input: about,
  output: ProjectUser,
  errors: ['notFound'],
});

const errors = ['notFound', 'notAllowed', 'notYourself', 'lastOwner', 'usersElsewhere'] as const;

export const updateUserGroups = endpoint('PUT /api/user/groups/{id}', {
  needs,
  summary: 'Puts a user of the selected project into groups; nobody gives or takes a group that they do not have',
  input: z.object({
    id: Id,
    user_groups: UserGroups,
    /** Groups the caller has seen; the save is refused if they have changed since. */
    seen_groups: z.optional(UserGroups),
  }),
  output: ProjectUser,
  errors: [...errors, 'changedMeanwhile'],
});

export const removeUser = endpoint('POST /api/user/remove', {
  needs,
  summary: 'Removes a user from the selected project, or withdraws an invitation to it',
  input: z.object({ id: z.optional(Id), invitation_id: z.optional(Id) }),
  errors,
});

const blocking = z.object({ id: Id, scope: z._default(z.enum(['project']), 'project') });

export const blockUser = endpoint('PUT /api/user/block', {
  needs,
  summary: 'Blocks a user in the selected project, from the next request on',
  input: blocking,
  errors,
});

export const unblockUser = endpoint('PUT /api/user/unblock', {
  needs,
  summary: 'Lets a blocked user back into the selected project',
  input: blocking,
  errors,
});

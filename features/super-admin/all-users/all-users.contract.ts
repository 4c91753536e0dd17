import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, requiredText } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { Activity } from '#features/account/account.contract.ts';

const needs = 'admin';
const about = z.object({ id: Id });
const path = '/api/users/all';

export const accountStates = ['active', 'blocked', 'deactivated'] as const;
export type AccountState = (typeof accountStates)[number];
export const accountSorts = ['user', 'projects', 'last_seen', 'signed_up'] as const;

export const Account = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  photo: z.nullable(z.string()),
  is_admin: z.boolean(),
  has_second_factor: z.boolean(),
  status: z.enum(accountStates),
  project_count: z.number(),
  owned_count: z.number(),
  /** Projects without another unblocked owner. */
  only_owner_of: z.array(z.string()),
  session_count: z.number(),
  /** Null if unknown. */
  last_seen_at: z.nullable(Moment),
  created_at: Moment,
  /** Version of the account; 0 before the first change. */
  managed_at: Moment,
});
export type Account = z.output<typeof Account>;

export const listAccounts = endpoint(`GET ${path}`, {
  needs,
  summary: 'Lists everybody who has an account on this server',
  input: z.extend(PageQuery, {
    sort: z.optional(z.enum(accountSorts)),
    status: z.optional(z.enum(accountStates)),
    role: z.optional(z.enum(['administrator'])),
    second_factor: z.optional(z.enum(['none'])),
  }),
  output: pageOf(Account),
  notice: 'Users are managed elsewhere.',
});

const Membership = z.object({
  id: Id,
  name: z.string(),
  token: z.string(),
  is_owner: z.boolean(),
  is_blocked: z.boolean(),
  user_groups: z.array(about),
});
export const AccountWhole = z.extend(Account, {
  projects: z.array(Membership),
  activity: z.array(Activity),
});
export type AccountWhole = z.output<typeof AccountWhole>;

const errors = ['notFound', 'usersElsewhere'] as const;

export const readAccount = endpoint(`GET ${path}/{id}`, {
  needs,
  summary: 'Reads an account with its projects and sign-ins',
  input: about,
  output: AccountWhole,
  errors,
});

const version = { managed_at: Moment };
const ofChange = [...errors, 'notAllowed', 'accountChanged'] as const;

export const blockAccount = endpoint(`PUT ${path}/{id}/block`, {
  needs,
  summary: 'Blocks an account in all projects: all its sessions end, and nobody signs in with it',
  input: z.extend(about, version),
  output: Account,
  errors: ofChange,
});

export const unblockAccount = endpoint(`PUT ${path}/{id}/unblock`, {
  needs,
  summary: 'Lets a blocked or deactivated account sign in again',
  input: z.extend(about, version),
  output: Account,
  errors: ofChange,
});

export const changeAdministrator = endpoint(`PUT ${path}/{id}/administrator`, {
  needs,
  summary: 'Makes somebody an administrator of this server, or takes that away',
  input: z.extend(about, { ...version, is_admin: z.boolean() }),
  output: Account,
  errors: [...ofChange, 'accountBlocked'],
});

export const mailResetLink = endpoint(`POST ${path}/{id}/reset-link`, {
  needs,
  summary: 'Mails somebody a link that sets a new password; without a mail server it is answered, to pass on',
  input: about,
  output: z.object({ link: z.nullable(z.string()) }),
  errors: [...errors, 'accountBlocked', 'tooManyRequests'],
});

export const DeleteAccountInput = z.extend(about, {
  /** Typed to confirm. */
  email: requiredText('required', 254),
});
export const deleteAccount = endpoint('DELETE /api/user/delete', {
  needs,
  summary: 'Deletes an account with its settings and memberships for ever; what the person has changed keeps their name',
  input: DeleteAccountInput,
  errors: [...errors, 'notAllowed', 'fieldNotValid', 'lastOwner'],
});

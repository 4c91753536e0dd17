import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { consoleLanguages } from '#contract/texts/languages.ts';

export const Profile = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  user_groups: z.array(z.object({ id: z.number() })),
  /** Nothing else is open until a second factor is set up. */
  owes_second_factor: z.boolean(),
  /** The chosen console language; null if none was chosen. */
  language: z.nullable(z.enum(consoleLanguages)),
});
export type Profile = z.output<typeof Profile>;

export const SelectedProject = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  language: z.string(),
  time_zone: z.string(),
  token: z.string(),
  /** An inactive project answers no calls and imports nothing. */
  active: z.boolean(),
  /** An owner to ask for rights; null for owners and administrators. */
  owner: z.nullable(z.string()),
});
export type SelectedProject = z.output<typeof SelectedProject>;

export const verify = endpoint('GET /api/verify', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Verifies the session and answers the person and the selected project',
  output: z.extend(Profile, { photo: z.nullable(z.string()) }),
  beside: z.object({
    sales_channel: z.nullable(SelectedProject),
    owns_projects: z.boolean(),
    may_add_projects: z.boolean(),
    /** Without a selected project: where the person is blocked, and by whom, if known. */
    blocked_in: z.array(z.object({ project: z.string(), by: z.nullable(z.string()) })),
  }),
  notice: 'A project is needed first.',
});

export const keepLanguage = endpoint('PUT /api/user/language', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Keeps the language in which the signed-in person sees the console and gets mails',
  input: z.object({ language: z.enum(consoleLanguages) }),
});

export const logout = endpoint('POST /api/logout', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Ends the session',
});

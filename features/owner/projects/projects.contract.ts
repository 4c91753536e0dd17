import * as z from 'zod/mini';
import { PlainName, Id, Moment, anyText, optionalText, WebAddress, requiredText } from '#contract/fields.ts';
import { endpoint } from '#contract/endpoint.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { predefinedIds } from '#features/data/collections/collections.contract.ts';
import { dataSources, FeedLanguage, FeedType } from '#features/data/feed-settings/feed.contract.ts';
import { TimeZone } from '#contract/days.ts';
import { maximumProjectCalls, maximumVisitorCalls } from '#contract/limits.ts';

/** By the plugin, or by calls of the shop's server. */
export const projectTypes = ['search_plugin', 'front_api'] as const;
export type ProjectType = (typeof projectTypes)[number];

/** Empty without a feed, or without the right to see feeds. */
const firstFeedFields = {
  /** google, heureka, shoptet, aisle or custom, as recognised. */
  source: z.string(),
  /** Secrets in addresses are masked. */
  feed_url: z.string(),
  feed_availability_url: z.string(),
  feed_type: FeedType,
  feed_language: FeedLanguage,
  feed_encoding: z.string(),
  feed_separator: z.string(),
  feed_headers: z.string(),
};

export const Project = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  /** An inactive project answers no calls and imports nothing. */
  active: z.boolean(),
  /** For a plugin project, its own switch. */
  is_live: z.boolean(),
  type: z.enum(projectTypes),
  token: z.string(),
  language: z.string(),
  /** IANA name. */
  time_zone: z.string(),
  /** Turnover is in it; null until an item with one is bought. */
  currency: z.nullable(z.string()),
  data_source: z.string(),
  ...firstFeedFields,
  /** null: the server's default. */
  visitor_calls_per_second: z.nullable(z.number()),
  project_calls_per_second: z.nullable(z.number()),
  is_owner: z.boolean(),
  rights: z.object({ is_admin: z.boolean(), is_owner: z.boolean(), user_groups: z.array(z.object({ id: z.number() })) }),
  is_copyable: z.boolean(),
  created_at: Moment,
  /** Version of the settings. */
  updated_at: Moment,
});
export type Project = z.output<typeof Project>;

export const ProjectBeside = z.object({
  sales_channels: z.array(z.object({ id: Id, name: z.string(), token: z.string() })),
  languages: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Without e-mail addresses, which only user managers see. */
  project_users: z.array(z.object({ id: Id, name: z.string(), surname: z.string(), is_owner: z.boolean() })),
  collections: z.array(z.object({ id: Id, name: z.string() })),
  usual_calls_per_second: z.object({ visitor: z.number(), project: z.number() }),
});
export type ProjectBeside = z.output<typeof ProjectBeside>;

/** Feed fields are needed for fetched sources only, and detected from the feed. */
export const ProjectInput = z.object({
  name: PlainName,
  url: z._default(z.union([z.literal(''), WebAddress]), ''),
  language: z.enum(languageCodes, { error: 'required' }),
  data_source: z.enum(dataSources, { error: 'required' }),
  collection: z._default(z.enum(predefinedIds), 'products'),
  type: z._default(z.enum(projectTypes), 'search_plugin'),
  copy_from: z.optional(z.nullable(Id)),
  time_zone: optionalText(),
  feed_url: optionalText(2000),
  file_name: z._default(z.nullable(z.string().check(z.maxLength(200))), null),
  feed_availability_url: optionalText(2000),
  feed_type: z._default(FeedType, ''),
  feed_language: z._default(FeedLanguage, ''),
  feed_encoding: optionalText(40),
  feed_separator: optionalText(5),
  feed_headers: optionalText(5000),
  /** XML element of one item, if it can't be detected. */
  feed_tag_name: optionalText(100),
});
export type ProjectInput = z.output<typeof ProjectInput>;

export const listProjects = endpoint('GET /api/sales_channels', {
  needs: 'user',
  summary: 'Lists the projects of the signed-in person',
  output: z.array(Project),
});

export const ProjectState = z.object({
  id: Id,
  item_count: z.number(),
  last_import: z.nullable(z.object({ state: z.enum(['done', 'failed', 'onHold', 'running']), at: Moment })),
});
export type ProjectState = z.output<typeof ProjectState>;

export const listProjectStates = endpoint('GET /api/sales_channels/states', {
  needs: 'user',
  summary: 'Tells how the feeds of all projects of the signed-in person stand',
  output: z.array(ProjectState),
});

/** `client_secret` is shown only here. */
const CreatedProject = z.extend(Project, { client_secret: z.string(), collection_id: Id, feed_id: z.nullable(Id) });
export const createProject = endpoint('POST /api/sales_channels', {
  needs: 'user',
  summary: 'Adds a project with its collection and feed, and starts the first import',
  input: ProjectInput,
  output: CreatedProject,
  errors: ['addressNotAllowed', 'passwordHidden', 'uploadGone', 'projectsByAdministrators'],
});

export const copiedParts = ['rules', 'settings', 'feeds', 'users'] as const;
export type CopiedPart = (typeof copiedParts)[number];
export const CopyInput = z.object({
  name: PlainName,
  /** `settings`: schema, relevance, results and the plugin. Items come from the feeds. */
  parts: z.array(z.enum(copiedParts)),
});

export const copyProject = endpoint('POST /api/sales_channels/{id}/copy', {
  needs: 'user',
  summary: 'Adds a project with the collections of another one, and chosen parts of it (owners)',
  input: z.extend(CopyInput, { id: Id }),
  output: z.object({ token: z.string(), feed_id: z.nullable(Id) }),
  errors: ['notAllowed', 'tooManyProjects', 'projectsByAdministrators'],
});

export const createSampleProject = endpoint('POST /api/sales_channels/sample', {
  needs: 'user',
  summary: 'Adds a project with the items of the sample shop',
  input: z.object({ language: z._default(z.enum(['cs', 'en']), 'cs'), time_zone: optionalText() }),
  output: CreatedProject,
  errors: ['projectsByAdministrators'],
});

const one = z.object({ id: Id });
export const readProject = endpoint('GET /api/sales_channel/{id}', {
  needs: 'user',
  summary: 'Reads one project',
  input: one,
  output: Project,
  beside: ProjectBeside,
});

export const readCurrentProject = endpoint('GET /api/current_sales_channel', {
  needs: 'member',
  summary: 'Reads the selected project',
  output: Project,
  beside: ProjectBeside,
});
export const readSelectedProject = endpoint('GET /api/sales_channel', readCurrentProject);

export const readDefaultProject = endpoint('GET /api/sales_channel/default', {
  needs: 'user',
  summary: 'Reads the project that is selected when none was chosen: the oldest one that the person owns, or else is a member of',
  output: z.nullable(Project),
});

export const transferProject = endpoint('PUT /api/sales_channels/{id}/owner', {
  needs: 'user',
  summary: 'Makes a user of a project its owner, in place of the owner who calls; an administrator adds one',
  input: z.object({
    id: Id,
    user_id: Id,
    /** The former owner stays as a member with all groups, or leaves. */
    stays: z._default(z.boolean(), true),
  }),
  errors: ['notAllowed', 'notFound', 'tooManyProjects'],
});

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

const perSecond = (max: number) =>
  z.nullable(
    z.number().check(
      z.refine((value) => Number.isInteger(value) && value >= 1 && value <= max, {
        error: 'notBetween',
        params: { min: 1, max },
      }),
    ),
  );

export const ProjectSettings = z.object({
  name: PlainName,
  url: z.union([z.literal(''), WebAddress]),
  language: z.enum(languageCodes, { error: 'required' }),
  time_zone: TimeZone,
  /** ISO 4217. null: of the items. */
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/, { error: 'notValid' }))),
  active: z.boolean(),
  type: z.enum(projectTypes, { error: 'required' }),
  /** null: the server's default. */
  visitor_calls_per_second: perSecond(maximumVisitorCalls),
  project_calls_per_second: perSecond(maximumProjectCalls),
});
export type ProjectSettings = z.output<typeof ProjectSettings>;

/** Changing one imports the feed again. */
const FirstFeedSettings = z.object({
  feed_url: requiredText('requiredField', 2000),
  feed_type: FeedType,
  feed_language: FeedLanguage,
  feed_encoding: anyText(40),
  feed_separator: anyText(5),
  feed_headers: anyText(5000),
});
export type FirstFeedSettings = z.output<typeof FirstFeedSettings>;

export const updateProject = endpoint('PUT /api/sales_channels/{id}', {
  needs: 'user',
  summary: 'Changes the settings of a project and of its first feed (owners); another language re-analyses all of its items',
  input: z.extend(z.partial(z.extend(ProjectSettings, FirstFeedSettings.shape)), {
    id: Id,
    /** The edited version; without it, any version is overwritten. */
    updated_at: z.optional(z.nullable(Moment)),
  }),
  output: Project,
  errors: ['notAllowed', 'changedMeanwhile', 'searchDown', 'addressNotAllowed', 'passwordHidden', 'uploadGone'],
});

export const LanguageCost = z.object({
  item_count: z.number(),
});

export const readLanguageCost = endpoint('GET /api/sales_channels/{id}/language-cost', {
  needs: 'user',
  summary: 'Counts the items that another language re-analyses (owners)',
  input: z.object({ id: Id }),
  output: LanguageCost,
  errors: ['notAllowed', 'searchDown'],
});

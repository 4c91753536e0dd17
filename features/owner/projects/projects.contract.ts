import * as z from 'zod/mini';
import { PlainName } from '#contract/texts/plain-name.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, optionalText, WebAddress } from '#contract/fields.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { predefinedIds } from '#features/data/collections/collections.contract.ts';
import { dataSources, FeedLanguage, FeedType } from '#features/data/feed-settings/feed.contract.ts';

/** How the shop of a project searches: by our script in its pages, or by calls of its own. */
export const projectTypes = ['search_plugin', 'front_api'] as const;
export type ProjectType = (typeof projectTypes)[number];

/** Of the first feed; all empty where there is none, or the person has no access to feeds. */
const firstFeedFields = {
  /** google, heureka, shoptet, aisle or custom, as the feed was recognised. */
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
  /** One that is not answers no shop and imports nothing. */
  active: z.boolean(),
  /** Whether customers see its results. Of a search plugin that is a switch of its own. */
  is_live: z.boolean(),
  type: z.enum(projectTypes),
  token: z.string(),
  language: z.string(),
  /** By the name of the IANA. */
  time_zone: z.string(),
  data_source: z.string(),
  ...firstFeedFields,
  /** How many calls of one visitor of the shop, and of all of them, are answered; null for what the server says. */
  visitor_calls_per_second: z.nullable(z.number()),
  project_calls_per_second: z.nullable(z.number()),
  is_owner: z.boolean(),
  /** What the person may do in it. */
  rights: z.object({ is_admin: z.boolean(), is_owner: z.boolean(), user_groups: z.array(z.object({ id: z.number() })) }),
  /** Whether the person may copy its rules and settings into a new project. */
  is_copyable: z.boolean(),
  created_at: Moment,
  /** When its settings were changed last; who changes them says which version was edited. */
  updated_at: Moment,
});
export type Project = z.output<typeof Project>;

export const ProjectBeside = z.object({
  sales_channels: z.array(z.object({ id: Id, name: z.string(), token: z.string() })),
  /** That items can be in. */
  languages: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Who works in the project. Addresses stand in the list of users, for those who look after them. */
  project_users: z.array(z.object({ id: Id, name: z.string(), surname: z.string(), is_owner: z.boolean() })),
  collections: z.array(z.object({ id: Id, name: z.string() })),
  /** How many calls of its shop are answered where it says nothing of its own. */
  usual_calls_per_second: z.object({ visitor: z.number(), project: z.number() }),
});
export type ProjectBeside = z.output<typeof ProjectBeside>;

/** Feed fields may stay empty: they are needed for the sources that are fetched, and guessed from the feed itself. */
export const ProjectInput = z.object({
  name: PlainName,
  url: z._default(z.union([z.literal(''), WebAddress]), ''),
  language: z.enum(languageCodes, { error: 'required' }),
  data_source: z.enum(dataSources, { error: 'required' }),
  /** What the first collection holds. */
  collection: z._default(z.enum(predefinedIds), 'products'),
  type: z._default(z.enum(projectTypes), 'search_plugin'),
  copy_from: z.optional(z.nullable(Id)),
  time_zone: optionalText(),
  feed_url: optionalText(2000),
  /** The name of an uploaded file, as its owner knows it. */
  file_name: z._default(z.nullable(z.string().check(z.maxLength(200))), null),
  feed_availability_url: optionalText(2000),
  feed_type: z._default(FeedType, ''),
  feed_language: z._default(FeedLanguage, ''),
  feed_encoding: optionalText(40),
  feed_separator: optionalText(5),
  feed_headers: optionalText(5000),
  /** The element of one item, of XML where it can't be told. */
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
  /** The newest one; null before the first. */
  last_import: z.nullable(z.object({ state: z.enum(['done', 'failed', 'held', 'running']), at: Moment })),
});
export type ProjectState = z.output<typeof ProjectState>;

export const listProjectStates = endpoint('GET /api/sales_channels/states', {
  needs: 'user',
  summary: 'Tells how the feeds of all projects of the signed-in person stand',
  output: z.array(ProjectState),
});

/** The secret of a new project is answered once, here. */
export const CreatedProject = z.extend(Project, { client_secret: z.string(), collection_id: Id, feed_id: z.nullable(Id) });
export const createProject = endpoint('POST /api/sales_channels', {
  needs: 'user',
  summary: 'Adds a project with its collection and feed, and starts the first import',
  input: ProjectInput,
  output: CreatedProject,
  errors: ['addressNotAllowed', 'passwordHidden', 'uploadGone'],
});

export const createSampleProject = endpoint('POST /api/sales_channels/sample', {
  needs: 'user',
  summary: 'Adds a project with the items of the sample shop',
  input: z.object({ language: z._default(z.enum(['cs', 'en']), 'cs'), time_zone: optionalText() }),
  output: CreatedProject,
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
/** The same by its shorter name. */
export const readSelectedProject = endpoint('GET /api/sales_channel', readCurrentProject);

export const readDefaultProject = endpoint('GET /api/sales_channel/default', {
  needs: 'user',
  summary: 'Reads the project that is selected when none was chosen: the oldest one that the person owns, or else is a member of',
  output: z.nullable(Project),
});

import type { PredefinedId } from '#features/data/collections/collections.contract.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { predefinedFields, predefinedName } from '#features/data/collections/server/predefined.service.ts';
import {
  checkFeedUrl,
  checkWebAddress,
  sampleFeedUrl,
  giveUpload,
  uploadFile,
} from '#features/data/feed-settings/server/feeds.service.ts';
import { sealedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import { feedStore, type FeedSettings } from '#features/data/feed-settings/server/feeds.store.ts';
import { requestImportIn } from '#features/data/imports/server/imports.service.ts';
import { scheduleStore } from '#features/data/schedules/server/schedules.store.ts';
import { addProject, copyFeedSettings, copySettings, ownedProject, shownProjects } from './projects.service.ts';
import {
  copyProject,
  createProject,
  createSampleProject,
  listProjects,
  listProjectStates,
  type ProjectInput,
  readCurrentProject,
  readDefaultProject,
  readProject,
  readSelectedProject,
} from '#features/owner/projects/projects.contract.ts';
import { copyPictures, givePictures } from '#features/search-settings/banners/pictures.service.ts';
import { copyingStore } from './copying.store.ts';
import { type NewProject, projectStore } from './projects.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { failField } from '#server/base/fail.ts';
import { Answer, serve } from '#server/app/serve.ts';
import type { User } from '#server/secrets/sessions.ts';
import { samplePicture } from '#sample-shop/catalogue.ts';

const defaultTimeZone = 'Europe/Prague';
const sampleNames = { cs: 'Ukázkový obchod', en: 'Sample shop' } as const;

interface FirstFeed extends Omit<FeedSettings, 'collection_id' | 'name' | 'feed_url'> {
  readonly feed_url: string;
  readonly availability_url: string;
}

interface FirstParts {
  readonly collection: PredefinedId;
  readonly feed: FirstFeed | null;
  readonly copyFrom?: number | null;
}

export function serveProjects(app: App): void {
  const projects = projectStore(app.db);

  const shown = shownProjects(app.db);

  const { visitorCallsPerSecond, projectCallsPerSecond } = app.limits.usual;
  const usual_calls_per_second = { visitor: visitorCallsPerSecond, project: projectCallsPerSecond };
  const besideOf = async (user: User, project: ProjectScope) => ({
    beside: { ...(await projects.beside(user, project)), usual_calls_per_second },
  });

  async function add(user: User, values: NewProject, { collection, feed, copyFrom = null }: FirstParts) {
    const pictures = copyFrom === null ? new Map() : await copyPictures(app, { id: copyFrom }, user.id);
    const made = await addProject(app, user, values, async (db, project) => {
      const copied = copyFrom === null ? [] : await copySettings(db, app, { id: copyFrom }, project);
      await givePictures(db, project, user.id, pictures);
      const collectionId = copied[0] ?? (await addCollection(db, project, collection, values.language, feed !== null));
      const feedId = feed && (await addFirstFeed({ ...app, db }, project, collectionId, values.name, feed));
      if (feed) await giveUpload({ db }, feed.feed_url, user.id, project);
      if (feedId !== null && copyFrom !== null) await copyFeedSettings(db, { id: copyFrom }, project, feedId);
      if (feedId !== null) await requestImportIn(db, app, project, feedId, 'person');
      return { collectionId, feedId };
    });
    const project = await shown.known(user, made.project.id);
    return { ...project, client_secret: made.secret, collection_id: made.collectionId, feed_id: made.feedId };
  }

  /** A feed brings its own fields; for sent items the usual ones are added. */
  async function addCollection(db: Database, project: ProjectScope, id: PredefinedId, language: string, isFed: boolean) {
    const collections = collectionStore(db);
    const added = await collections.insert(project, predefinedName(app, id, language));
    if (!isFed) await collections.addFields(project, added, predefinedFields(id));
    return added;
  }

  async function checkCopy(user: User, from: number): Promise<void> {
    const project = await projects.find(user, from);
    if (!project?.is_copyable) throw failField('copy_from', 'notFound', { name: 'project' });
  }

  serve(app, listProjects, (_input, { user }) => shown.list(user));
  serve(app, listProjectStates, (_input, { user }) => projects.states(user));
  serve(app, readProject, async ({ id }, { user }) => {
    const project = await shown.known(user, id);
    return new Answer<typeof readProject>(project, await besideOf(user, project));
  });
  for (const current of [readCurrentProject, readSelectedProject])
    serve(
      app,
      current,
      async (_input, { user, project }) =>
        new Answer<typeof current>(await shown.known(user, project.id), await besideOf(user, project)),
    );
  serve(app, readDefaultProject, (_input, { user }) => shown.default(user));

  serve(app, createProject, async (input, { user, project }) => {
    const feed = firstFeedOf(input);
    if (feed) await checkFeedUrl(app, feed.feed_url, { user, project });
    if (feed?.availability_url) checkWebAddress(app.settings, 'feed_availability_url', feed.availability_url);
    if (input.copy_from) await checkCopy(user, input.copy_from);
    return add(user, newProjectOf(input), { collection: input.collection, feed, copyFrom: input.copy_from ?? null });
  });

  serve(app, copyProject, async ({ id, name, parts }, { user }) => {
    const { url, language, time_zone, data_source, type } = await ownedProject(app.db, user, id);
    const values = { name, url, language, timeZone: time_zone, dataSource: data_source, type };
    const pictures = parts.includes('rules') ? await copyPictures(app, { id }, user.id) : new Map();
    const { project, feeds } = await addProject(app, user, values, async (db, to) => {
      const copying = copyingStore(db);
      await copySettings(db, app, { id }, to, parts);
      await givePictures(db, to, user.id, pictures);
      if (parts.includes('users')) await copying.users({ id }, to, user.id);
      const copied = parts.includes('feeds') ? await copying.feeds({ id }, to, isOfAnyProject) : [];
      for (const feed of copied) if (feed.isActive) await requestImportIn(db, app, to, feed.id, 'person');
      return { feeds: copied };
    });
    return { token: (await shown.known(user, project.id)).token, feed_id: feeds[0]?.id ?? null };
  });

  serve(app, createSampleProject, ({ language, time_zone }, { user }) => {
    const named = { name: sampleNames[language], url: '', language, timeZone: timeZoneOf(time_zone) };
    const feed = { ...sampleFeed, feed_url: sampleFeedUrl(language) };
    return add(user, { ...named, dataSource: 'aisle_feed', type: 'search_plugin' }, { collection: 'products', feed });
  });
}

async function addFirstFeed(
  { db, sealing }: Pick<App, 'db' | 'sealing'>,
  project: ProjectScope,
  collectionId: number,
  name: string,
  { feed_url, availability_url, ...settings }: FirstFeed,
): Promise<number> {
  const feedId = await feedStore(db).insert(project, {
    ...settings,
    feed_url: sealedAddress(sealing, feed_url),
    collection_id: collectionId,
    name,
  });
  await scheduleStore(db).insert(project, feedId, sealedAddress(sealing, availability_url));
  return feedId;
}

const sampleFeed = {
  data_source: 'aisle_feed',
  file_name: null,
  feed_type: 'json',
  feed_language: '',
  feed_encoding: '',
  feed_separator: '',
  feed_headers: '',
  tag_name: '',
  availability_url: '',
} as const;

const newProjectOf = ({ name, url, language, data_source, time_zone, type }: ProjectInput): NewProject => ({
  name,
  url,
  language,
  dataSource: data_source,
  timeZone: timeZoneOf(time_zone),
  type,
});

function firstFeedOf(input: ProjectInput): FirstFeed | null {
  if (input.data_source === 'aisle_api') return null;
  if (input.feed_url === '') throw failField('feed_url', 'required', { name: 'Feed address' });
  const { data_source, feed_url, file_name, feed_type, feed_language, feed_encoding, feed_separator, feed_headers } = input;
  const format = { feed_type, feed_language, feed_encoding, feed_separator, feed_headers };
  const { feed_tag_name: tag_name, feed_availability_url: availability_url } = input;
  return { data_source, feed_url, file_name, ...format, tag_name, availability_url };
}

/** The browser may know time zones that this server doesn't. */
function timeZoneOf(wanted: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wanted || defaultTimeZone }).resolvedOptions().timeZone;
  } catch {
    return defaultTimeZone;
  }
}

/** Uploaded files belong to their project. */
const isOfAnyProject = (address: string): boolean => uploadFile(address) === null;

const daySeconds = 86_400;

export function serveSamplePictures({ http }: App): void {
  http.get<{ Params: { file: string } }>('/sample-shop/pictures/:file', (request, reply) => {
    const number = /^(\d{1,5})\.svg$/.exec(request.params.file)?.[1];
    const picture = number === undefined ? null : samplePicture(Number(number));
    if (picture === null) return reply.callNotFound();
    return reply.type('image/svg+xml').header('cache-control', `public, max-age=${daySeconds}`).send(picture);
  });
}

import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMaskedAddress } from './sealed-address.service.ts';
import { checkAddress } from '#feeds/fetch/host-guard.ts';
import { FeedError } from '#feeds/feed-error.ts';
import type { KnownMapping } from '#feeds/mapping/growing-mapping.ts';
import type { FieldMapping } from '#feeds/mapping/item-fields.ts';
import type { FeedRow } from './feeds.store.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import type { Caller } from '#server/app/access.ts';
import type { App, Settings } from '#server/app/app.ts';
import { failField, fail } from '#server/base/fail.ts';
import { allows } from '#contract/permission.ts';
import { uploadStore } from './uploads.store.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { FilesAwayError, type Files, uploadsFolder } from '#server/files/files.ts';
import type { Upload } from '#server/app/serve.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { leastRate } from '#server/limits/rate-limit.ts';
import type { User } from '#server/secrets/sessions.ts';
import { newSecret } from '#server/secrets/secrets.ts';

/** The `feed_url` of an uploaded file: `upload:` and an unguessable name. */
const uploadPattern = /^upload:([\w-]{43})$/;

export const uploadLimitBytes = 500 * 1024 * 1024;
const megabyteBytes = 1024 * 1024;

const fileOf = (name: string): string => `${uploadsFolder}${name}`;

/** Answers the size in bytes. Throws `bodyTooLarge` or `bodyTooSlow`. */
async function writeUpload(files: Files, name: string, body: Readable): Promise<number> {
  const limit = `${uploadLimitBytes / megabyteBytes} MB`;
  let sizeBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      done(sizeBytes > uploadLimitBytes ? fail('bodyTooLarge', { limit }) : null, chunk);
    },
    flush(done) {
      crashPoint('upload:received');
      done();
    },
  });
  // Reported by `files.put`.
  pipeline(body.iterator({ destroyOnReturn: false }), leastRate(), limited).catch(() => undefined);
  try {
    await files.put(fileOf(name), limited);
  } catch (error) {
    // Read to the end, so that the client reads the response.
    if (error instanceof FilesAwayError) body.resume();
    else body.destroy();
    throw error;
  }
  return sizeBytes;
}

const uploadName = (feedUrl: string): string | null => uploadPattern.exec(feedUrl)?.[1] ?? null;

/** Null for other addresses. */
export function uploadFile(feedUrl: string): string | null {
  const name = uploadName(feedUrl);
  return name === null ? null : fileOf(name);
}

export const projectUploadsBytes = 4 * uploadLimitBytes;
/** For people who are adding a project. */
export const personUploadsBytes = 2 * uploadLimitBytes;
export const unusedMilliseconds = 24 * 60 * 60 * 1000;
const lookEveryMilliseconds = 60 * 60 * 1000;

interface Uploader {
  readonly user: Pick<User, 'id'>;
  readonly project: ProjectScope | null;
}
type Person = Pick<Caller<'user'>, 'user' | 'project' | 'rights'>;

export function tidyUploads(app: App, now: () => number = Date.now): void {
  const store = uploadStore(app.db);
  app.http.addHook('onReady', async () => {
    // Unknown files in a shared bucket may be of another server.
    if (app.files.isShared) return;
    for (const { name, sizeBytes, keptAt } of await app.files.list(uploadsFolder))
      await store.note(name.slice(uploadsFolder.length), sizeBytes, keptAt);
  });
  app.jobs.repeat('unused uploads', lookEveryMilliseconds, async () => {
    for (const name of await store.unusedNames({ before: now() - unusedMilliseconds })) await removeUpload(app, name);
  });
}

/** For the selected project, or the one that the person is adding. */
export async function keepUpload(
  app: App,
  { user, project, rights }: Person,
  { stream, sentBytes }: Upload,
): Promise<{ readonly feedUrl: string; readonly sizeBytes: number }> {
  if (project !== null && !allows(rights, 'data')) throw fail('notAllowed');
  const store = uploadStore(app.db);
  const name = newSecret();
  const reservedBytes = Math.min(sentBytes ?? uploadLimitBytes, uploadLimitBytes);
  const maximumBytes = project === null ? personUploadsBytes : projectUploadsBytes;
  const reserved = { name, userId: user.id, projectId: project?.id ?? null, sizeBytes: reservedBytes, now: Date.now() };
  if (!(await store.reserve(reserved, maximumBytes)))
    throw fail('uploadsTooLarge', { limit: `${maximumBytes / megabyteBytes} MB` });
  try {
    const sizeBytes = await writeUpload(app.files, name, stream);
    crashPoint('upload:named');
    await store.setSize(name, sizeBytes);
    return { feedUrl: `upload:${name}`, sizeBytes };
  } catch (error) {
    // Deleted within a day; until then it counts as empty.
    await removeUpload(app, name).catch(() => store.setSize(name, 0));
    throw error;
  }
}

/** Names of pictures, which stay as long as their project: an older release may show them again. */
export const pictureNames = 'picture-';

export async function keepProjectFile(
  app: App,
  { name, userId, projectId, bytes }: { name: string; userId: number; projectId: number | null; bytes: Buffer },
): Promise<void> {
  const kept = { name, userId, projectId, sizeBytes: bytes.length, now: Date.now() };
  const maximumBytes = projectId === null ? personUploadsBytes : projectUploadsBytes;
  if (!(await uploadStore(app.db).reserve(kept, maximumBytes)))
    throw fail('uploadsTooLarge', { limit: `${maximumBytes / megabyteBytes} MB` });
  try {
    await app.files.put(fileOf(name), Readable.from([bytes]));
  } catch (error) {
    await removeUpload(app, name).catch(() => undefined);
    throw error;
  }
}

/** Throws `uploadGone` unless the file exists and the person may use it. Other addresses pass. */
async function checkUpload(app: App, feedUrl: string, { user, project }: Uploader): Promise<boolean> {
  const name = uploadName(feedUrl);
  if (name === null) return false;
  const isTheirs = await uploadStore(app.db).use(name, user.id, project?.id ?? null);
  const file = isTheirs ? await app.files.open(fileOf(name)) : null;
  if (file === null) throw failField('feed_url', 'uploadGone');
  await file.close();
  return true;
}

export async function giveUpload(app: Pick<App, 'db'>, feedUrl: string, userId: number, project: ProjectScope): Promise<void> {
  const name = uploadName(feedUrl);
  if (name !== null) await giveFile(app, name, userId, project);
}

export const giveFile = (app: Pick<App, 'db'>, name: string, userId: number, project: ProjectScope): Promise<void> =>
  uploadStore(app.db).give(name, userId, project.id);

export const projectFiles = (app: Pick<App, 'db'>, project: ProjectScope): Promise<string[]> =>
  uploadStore(app.db).namesOf(project);

/** Unless another feed uses it. */
export async function dropUpload(app: App, feedUrl: string): Promise<void> {
  const name = uploadName(feedUrl);
  if (name === null) return;
  try {
    for (const unused of await uploadStore(app.db).unusedNames({ name })) await removeUpload(app, unused);
  } catch (error) {
    if (!(error instanceof FilesAwayError)) throw error;
    app.http.log.warn({ err: error }, 'A file that no feed uses could not be deleted');
  }
}

export async function removeUploadsOf(app: App, project: ProjectScope): Promise<void> {
  for (const name of await projectFiles(app, project)) await removeUpload(app, name);
}

async function removeUpload(app: App, name: string): Promise<void> {
  await app.files.remove(fileOf(name));
  await uploadStore(app.db).remove(name);
}

const samplePattern = /^sample:(cs|en)$/;

/** The `feed_url` of the sample shop's catalogue. */
export const sampleFeedUrl = (language: 'cs' | 'en'): string => `sample:${language}`;

export type FeedSource =
  | { readonly kind: 'url'; readonly url: string; readonly validators: Validators | null }
  | { readonly kind: 'file'; readonly file: string; readonly name: string }
  | { readonly kind: 'sample'; readonly language: 'cs' | 'en' };

export function feedSourceOf(feedUrl: string, fileName: string | null): FeedSource {
  const file = uploadFile(feedUrl);
  if (file) return { kind: 'file', file, name: fileName ?? '' };
  const sample = samplePattern.exec(feedUrl)?.[1];
  if (sample) return { kind: 'sample', language: sample as 'cs' | 'en' };
  return { kind: 'url', url: feedUrl, validators: null };
}

/** Checks the spelling; names are resolved when the feed is fetched. */
export async function checkFeedUrl(app: App, feedUrl: string, caller: Uploader): Promise<void> {
  if (!(await checkUpload(app, feedUrl, caller))) checkWebAddress(app.settings, 'feed_url', feedUrl);
}

export function checkWebAddress(settings: Settings, field: string, address: string): void {
  if (isMaskedAddress(address)) throw failField(field, 'passwordHidden');
  try {
    checkAddress(address, settings.allowedPrivateFeeds);
  } catch (error) {
    const isPrivate = error instanceof FeedError && error.code === 'privateAddress';
    throw isPrivate
      ? failField(field, 'addressNotAllowed', { host: new URL(address).host })
      : failField(field, 'notValid', { name: 'Feed address' });
  }
}

export const knownMappingOf = ({ id, proposed_mapping: proposed, fields }: FeedRow): KnownMapping => ({
  mapping: jsonOf<FieldMapping[]>(proposed, [], 'feed.proposed_mapping', id),
  names: jsonOf<string[]>(fields, [], 'feed.fields', id),
});

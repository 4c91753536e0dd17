import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '#server/base/fail.ts';
import { fileFolders, type Files, FilesAwayError } from '#server/files/files.ts';
import { leastRate } from '#server/limits/rate-limit.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** The `feed_url` of an uploaded file: `upload:` and an unguessable name. */
const scheme = 'upload:';
const uploadPattern = /^upload:([\w-]{43})$/;

export const uploadLimitBytes = 500 * 1024 * 1024;
const megabyteBytes = 1024 * 1024;

const fileOf = (name: string): string => `${fileFolders.uploads}${name}`;

export const newUploadName = newSecret;
export const addressOfUpload = (name: string): string => `${scheme}${name}`;

/** Answers the size in bytes. Throws `bodyTooLarge` or `bodyTooSlow`. */
export async function writeUpload(files: Files, name: string, body: Readable, limitBytes: number): Promise<number> {
  let sizeBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      const limit = `${Math.floor(limitBytes / megabyteBytes)} MB`;
      done(sizeBytes > limitBytes ? fail('bodyTooLarge', { limit }) : null, chunk);
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

export const uploadName = (feedUrl: string): string | null => uploadPattern.exec(feedUrl)?.[1] ?? null;

/** Null for other addresses. */
export function uploadFile(feedUrl: string): string | null {
  const name = uploadName(feedUrl);
  return name === null ? null : fileOf(name);
}

export async function isUploadThere(files: Files, file: string): Promise<boolean> {
  const opened = await files.open(file);
  await opened?.close();
  return opened !== null;
}

export const deleteUpload = (files: Files, name: string): Promise<void> => files.remove(fileOf(name));

export const keptUploads = async (
  files: Files,
): Promise<{ readonly name: string; readonly sizeBytes: number; readonly createdAt: number }[]> =>
  (await files.list(fileFolders.uploads)).map(({ name, sizeBytes, keptAt }) => ({
    name: name.slice(fileFolders.uploads.length),
    sizeBytes,
    createdAt: keptAt,
  }));

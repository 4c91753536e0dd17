import { createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '#server-kit/fail.ts';
import { leastRate } from '#server-kit/limits/least-rate.ts';
import { newSecret } from '#server-kit/secrets.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** Files that people upload instead of an address. Their `feed_url` is `upload:` and an unguessable name. */
const scheme = 'upload:';
const uploadPattern = /^upload:([\w-]{43})$/;
const unfinished = '.part';

/** Of one file. */
export const uploadLimitBytes = 500 * 1024 * 1024;
const megabyteBytes = 1024 * 1024;

const folder = (dataDirectory: string): string => path.join(dataDirectory, 'uploads');
const fileOf = (dataDirectory: string, name: string): string => path.join(folder(dataDirectory), name);

export const newUploadName = newSecret;
export const addressOfUpload = (name: string): string => `${scheme}${name}`;

/**
 * Keeps the file under its name once it is whole, and answers its size in bytes. Throws `bodyTooLarge` beyond `limitBytes`, `bodyTooSlow`
 * for one that hardly comes, and then keeps nothing.
 */
export async function writeUpload(dataDirectory: string, name: string, body: Readable, limitBytes: number): Promise<number> {
  await mkdir(folder(dataDirectory), { recursive: true });
  const file = fileOf(dataDirectory, name);
  let sizeBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      const limit = `${Math.floor(limitBytes / megabyteBytes)} MB`;
      done(sizeBytes > limitBytes ? fail('bodyTooLarge', { limit }) : null, chunk);
    },
  });
  try {
    await pipeline(body, leastRate(), limited, createWriteStream(`${file}${unfinished}`, { mode: 0o600 }));
    crashPoint('upload:received');
    await rename(`${file}${unfinished}`, file);
  } catch (error) {
    await rm(`${file}${unfinished}`, { force: true });
    throw error;
  }
  return sizeBytes;
}

/** The name of the file that a `feed_url` stands for, or null when it is another address. */
export const uploadName = (feedUrl: string): string | null => uploadPattern.exec(feedUrl)?.[1] ?? null;

/** Where the file of a `feed_url` is, or null when the address is not an upload. */
export function uploadPath(dataDirectory: string, feedUrl: string): string | null {
  const name = uploadName(feedUrl);
  return name === null ? null : fileOf(dataDirectory, name);
}

export const isUploadThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

export const deleteUpload = (dataDirectory: string, name: string): Promise<void> =>
  rm(fileOf(dataDirectory, name), { force: true });

/** Deletes what was cut off, and answers the files that are whole. Only while nobody uploads. */
export async function keptUploads(
  dataDirectory: string,
): Promise<{ readonly name: string; readonly sizeBytes: number; readonly createdAt: number }[]> {
  const names = await readdir(folder(dataDirectory)).catch(() => []);
  const kept = [];
  for (const name of names) {
    const file = fileOf(dataDirectory, name);
    if (name.endsWith(unfinished)) await rm(file, { force: true });
    else {
      const { size, mtimeMs } = await stat(file);
      kept.push({ name, sizeBytes: size, createdAt: Math.floor(mtimeMs) });
    }
  }
  return kept;
}

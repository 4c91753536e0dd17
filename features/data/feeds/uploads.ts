import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '#server-kit/fail.ts';
import { newSecret } from '#server-kit/secrets.ts';

/** Files that people upload instead of an address. Their `feed_url` is `upload:` and an unguessable name. */
const scheme = 'upload:';
const uploadPattern = /^upload:([\w-]{43})$/;

const uploadLimitBytes = 500 * 1024 * 1024;
const uploadLimitText = '500 MB';

const folder = (dataDirectory: string): string => path.join(dataDirectory, 'uploads');

/** Keeps the file once it is whole. Throws `bodyTooLarge` and keeps nothing when it is larger than the limit. */
export async function keepUpload(dataDirectory: string, body: Readable): Promise<{ feedUrl: string; sizeBytes: number }> {
  await mkdir(folder(dataDirectory), { recursive: true });
  const name = newSecret();
  const file = path.join(folder(dataDirectory), name);
  let sizeBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      done(sizeBytes > uploadLimitBytes ? fail('bodyTooLarge', { limit: uploadLimitText }) : null, chunk);
    },
  });
  try {
    await pipeline(body, limited, createWriteStream(`${file}.part`, { mode: 0o600 }));
    await rename(`${file}.part`, file);
  } catch (error) {
    await rm(`${file}.part`, { force: true });
    throw error;
  }
  return { feedUrl: `${scheme}${name}`, sizeBytes };
}

/** Where the file of a `feed_url` is, or null when the address is not an upload. */
export function uploadPath(dataDirectory: string, feedUrl: string): string | null {
  const name = uploadPattern.exec(feedUrl)?.[1];
  return name ? path.join(folder(dataDirectory), name) : null;
}

export const isUploadThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

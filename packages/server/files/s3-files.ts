import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { checkName, type Files, FilesAwayError, type KeptFile } from './files.ts';

/** Plain data, passed to import processes. */
export interface S3Settings {
  /** `http://` or `https://`, host and port. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Prefix of all names, so installations can share a bucket: empty, or ending with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** null: from `AWS_…` variables or the machine's role. */
  readonly credentials: { readonly key: string; readonly secret: string } | null;
}

/** Most others than Amazon accept any. */
const defaultRegion = 'us-east-1';
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^(?:[\w-][\w.-]*\/)*$/;

/**
 * `s3://key:secret@host:port/bucket/prefix?region=eu-central-1&tls=off`; only host and bucket are required. `apart`: key and
 * secret from their own variables. null: malformed.
 */
export function s3SettingsOf(text: string, apart: { readonly key: string; readonly secret: string }): S3Settings | null {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.host === '' || url.hash !== '') return null;
  const { region = defaultRegion, tls = 'on', ...unknown } = Object.fromEntries(url.searchParams);
  const [bucket = '', ...folders] = url.pathname.split('/').slice(1);
  const prefix = folders
    .filter(Boolean)
    .map((folder) => `${folder}/`)
    .join('');
  const key = apart.key || decoded(url.username);
  const secret = apart.secret || decoded(url.password);
  const isValid =
    bucketPattern.test(bucket) &&
    prefixPattern.test(prefix) &&
    /^[\w-]+$/.test(region) &&
    ['on', 'off'].includes(tls) &&
    Object.keys(unknown).length === 0 &&
    key !== null &&
    secret !== null &&
    (key === '') === (secret === '');
  if (!isValid) return null;
  const endpoint = `${tls === 'off' ? 'http' : 'https'}://${url.host}`;
  return { endpoint, bucket, prefix, region, credentials: key === '' ? null : { key, secret } };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Milliseconds. */
export interface Waits {
  readonly connect: number;
  readonly answer: number;
  readonly silence: number;
  readonly look: number;
}
const usualWaits: Waits = { connect: 5_000, answer: 30_000, silence: 15_000, look: 5_000 };
/** Refusals are not retried. */
const mostTries = 3;
/** Held in memory per upload; 10,000 parts make the largest file. */
const partBytes = 8 * 1024 * 1024;

const conditionRefused = ['PreconditionFailed', 'ConditionalRequestConflict'];

export function s3Files(settings: S3Settings, waits: Waits = usualWaits): Files {
  const { bucket: Bucket, prefix: installation, endpoint, region, credentials } = settings;
  const client = new S3Client({
    endpoint,
    region,
    ...(credentials && { credentials: { accessKeyId: credentials.key, secretAccessKey: credentials.secret } }),
    // Other servers rarely support virtual hosts or newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: mostTries,
    requestHandler: {
      connectionTimeout: waits.connect,
      requestTimeout: waits.answer,
      socketTimeout: waits.silence,
      throwOnRequestTimeout: true,
    },
  });
  const keyOf = (name: string): string => {
    checkName(name);
    return installation + name;
  };

  async function unfinished(prefix: string): Promise<MultipartUpload[]> {
    const found: MultipartUpload[] = [];
    for (let from: { KeyMarker?: string; UploadIdMarker?: string } | null = {}; from !== null;) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: installation + prefix, ...from }),
      );
      found.push(...(page.Uploads ?? []));
      from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' } : null;
    }
    return found;
  }

  const files: Files = {
    isShared: true,

    async put(name, body) {
      const file = { Bucket, Key: keyOf(name) };
      const Parts: CompletedPart[] = [];
      let UploadId: string | undefined;
      try {
        for await (const Body of partsOf(body)) {
          if (UploadId === undefined && Body.length < partBytes) {
            await done(() => client.send(new PutObjectCommand({ ...file, Body })));
            return;
          }
          UploadId ??= (await done(() => client.send(new CreateMultipartUploadCommand(file)))).UploadId;
          const part = { ...file, UploadId, PartNumber: Parts.length + 1, Body };
          const { ETag } = await done(() => client.send(new UploadPartCommand(part)));
          Parts.push({ ETag, PartNumber: part.PartNumber });
        }
        const whole = { ...file, UploadId, MultipartUpload: { Parts } };
        await done(() => client.send(new CompleteMultipartUploadCommand(whole)));
      } catch (error) {
        body.destroy();
        // Removed later with other unfinished uploads.
        if (UploadId !== undefined)
          await client.send(new AbortMultipartUploadCommand({ ...file, UploadId })).catch(() => undefined);
        throw error;
      }
    },

    async putFirst(name, text) {
      const asked = { Bucket, Key: keyOf(name), Body: text };
      try {
        await client.send(new PutObjectCommand({ ...asked, IfNoneMatch: '*' }));
      } catch (error) {
        if (conditionRefused.includes((error as Error).name)) return;
        if ((error as Error).name !== 'NotImplemented') throw awayError(error);
        // Without conditional writes; a race between these two calls is detected at the next start.
        if ((await files.open(name)) === null) await sent(() => client.send(new PutObjectCommand(asked)));
      }
    },

    async open(name) {
      const Key = keyOf(name);
      const head = await sent(() => client.send(new HeadObjectCommand({ Bucket, Key })));
      if (head === null) return null;
      return {
        sizeBytes: head.ContentLength ?? 0,
        read: (position, length) =>
          readTried(async () => {
            const Range = `bytes=${position}-${position + length - 1}`;
            const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
            return Buffer.from((await Body?.transformToByteArray()) ?? []);
          }),
        close: () => Promise.resolve(),
      };
    },

    async list(prefix) {
      const found: KeptFile[] = [];
      await sent(async () => {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: installation + prefix }))
          for (const { Key = '', Size = 0, LastModified } of Contents)
            found.push({ name: Key.slice(installation.length), sizeBytes: Size, keptAt: LastModified?.getTime() ?? 0 });
      });
      return found;
    },

    async remove(name) {
      await sent(() => client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) })));
    },

    async removeUnfinished(prefix, startedBefore = Infinity) {
      const begun = (await sent(() => unfinished(prefix))) ?? [];
      for (const { Key, UploadId, Initiated } of begun)
        if ((Initiated?.getTime() ?? 0) < startedBefore)
          await sent(() => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    },

    async look() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(waits.look) });
        return 'there';
      } catch (error) {
        const { httpStatusCode = 500 } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
        return httpStatusCode < 500 ? 'refused' : 'away';
      }
    },

    close: () => client.destroy(),
  };
  return files;
}

/** Of equal length; the last is shorter, and may be the only one and empty. */
async function* partsOf(body: Readable): AsyncGenerator<Buffer> {
  let [chunks, length, isWhole]: [Buffer[], number, boolean] = [[], 0, true];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    const all = Buffer.concat(chunks);
    for (let at = 0; at + partBytes <= length; at += partBytes) yield all.subarray(at, at + partBytes);
    chunks = [all.subarray(length - (length % partBytes))];
    length %= partBytes;
    isWhole = false;
  }
  if (length > 0 || isWhole) yield Buffer.concat(chunks);
}

/** Throws `FilesAwayError`. */
async function done<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw awayError(error);
  }
}

/** null: not found. */
async function sent<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes((error as Error).name)) return null;
    throw awayError(error);
  }
}

/** A body may break off after the response has begun, which the client doesn't retry. */
async function readTried(read: () => Promise<Buffer>): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (tries === mostTries) throw awayError(error);
    }
  }
}

/** Errors of the client contain the signed request. */
function awayError(error: unknown): FilesAwayError {
  const { name, message, $metadata } = error as Error & { readonly $metadata?: { readonly httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode === undefined ? '' : `, HTTP ${$metadata.httpStatusCode}`;
  return new FilesAwayError(`The bucket of AISLE_FILES_URL: ${name}${status}: ${message}`);
}

import type { FeedSource } from '#features/data/feed-settings/server/feeds.service.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';
import type { ImportListener } from '#features/data/imports/server/imports.task.ts';
import type { Bytes } from '#feeds/bytes/byte-stream.ts';
import { unpackNamed } from '#feeds/bytes/unpack.ts';
import { FeedError, type TagNameNeeded } from '#feeds/feed-error.ts';
import { fetchFeed, type Validators } from '#feeds/fetch/safe-fetch.ts';
import { isDiskFull, storageFailure } from '#process-kit/storage-failure.ts';
import { bytesOf, type Files, FilesAwayError } from '#server/files/files.ts';
import type { ProgressReporter } from './report-progress.ts';

export const noValidators: Validators = { etag: null, lastModified: null };

interface OpenedSource {
  readonly bytes: Bytes;
  /** null for a file. */
  readonly address: string | null;
  readonly contentType: string | null;
  readonly validators: Validators;
}

/** The uploaded file of a feed was deleted. */
class UploadGoneError extends Error {}

/** Opens a file or an address. Null when the host answers 304 Not Modified. */
export async function openSource(
  source: Exclude<FeedSource, { kind: 'sample' }>,
  allowPrivateHosts: readonly string[],
  files: Files,
  progress: ProgressReporter,
  listener: ImportListener,
): Promise<OpenedSource | null> {
  if (source.kind === 'file') {
    const file = await files.open(source.file);
    if (file === null) throw new UploadGoneError();
    progress.set({ total_bytes: file.sizeBytes });
    const bytes = unpackNamed(counted(bytesOf(file), progress), null, source.name);
    return { bytes, address: null, contentType: null, validators: noValidators };
  }
  const wait = new HostWait(listener);
  const feed = await wait.forAnswer(
    fetchFeed(source.url, {
      allowPrivateHosts,
      onProgress: ({ receivedBytes, totalBytes }) => progress.set({ received_bytes: receivedBytes, total_bytes: totalBytes }),
      ...(source.validators && { validators: source.validators }),
    }),
  );
  if (!feed) return null;
  const { body, finalUrl, contentType, etag, lastModified } = feed;
  return { bytes: wait.forBody(body), address: finalUrl, contentType, validators: { etag, lastModified } };
}

async function* counted(bytes: AsyncIterable<Uint8Array>, progress: ProgressReporter): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.length;
    progress.set({ received_bytes: received });
    yield chunk;
  }
}

const patienceMilliseconds = 500;
/** A slow host has to send this much before it counts as flowing again; single bytes don't. */
const flowingBytes = 64 * 1024;

/** Reports when an import starts and stops waiting for its host, so that its slot goes to another one. */
class HostWait {
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;
  #flowedBytes = 0;
  readonly #listener: ImportListener;

  constructor(listener: ImportListener) {
    this.#listener = listener;
  }

  #begin(): void {
    this.#timer = setTimeout(() => {
      this.#flowedBytes = 0;
      if (!this.#isWaiting) this.#tell(true);
    }, patienceMilliseconds);
  }

  #end(bytes: number): void {
    clearTimeout(this.#timer);
    this.#flowedBytes += bytes;
    if (this.#isWaiting && this.#flowedBytes >= flowingBytes) this.#tell(false);
  }

  #tell(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    this.#listener.waiting?.(isWaiting);
  }

  async forAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#begin();
    try {
      return await answer;
    } finally {
      this.#end(0);
    }
  }

  async *forBody(bytes: Bytes): AsyncGenerator<Uint8Array> {
    this.#begin();
    try {
      for await (const chunk of bytes) {
        this.#end(chunk.length);
        yield chunk;
        this.#begin();
      }
    } finally {
      this.#end(flowingBytes);
    }
  }
}

/** The failure that its owner sees; null for faults of ours. */
export function failureOf(error: unknown): ImportFailure | null {
  if (error instanceof UploadGoneError) return { code: 'uploadGone', details: {} };
  if (error instanceof FilesAwayError) return { code: 'filesAway', details: {} };
  if (isDiskFull(error)) return { code: 'diskFull', details: {} };
  const reason = storageFailure(error);
  if (reason !== null) return { code: 'storageFailed', details: { reason } };
  return error instanceof FeedError ? { code: error.code, details: error.details } : null;
}

export const candidatesOf = ({ candidates }: TagNameNeeded) =>
  candidates.map(({ name, count, sampleFields }) => ({ tag_name: name, count, sample_fields: [...sampleFields] }));

import type { FeedSource } from '#features/data/feed-settings/server/feeds.service.ts';
import type { ImportListener, ImportTask } from '#features/data/imports/server/imports.task.ts';
import { hostWait } from './host-wait.ts';
import type { ProgressReporter } from './report-progress.ts';
import type { Bytes } from '#feeds/bytes/byte-stream.ts';
import { fetchFeed, type Validators } from '#feeds/fetch/safe-fetch.ts';
import { unpackNamed } from '#feeds/bytes/unpack.ts';
import { bytesOf, type Files } from '#server/files/files.ts';

/** Of what no host was asked for. */
export const noValidators: Validators = { etag: null, lastModified: null };

interface OpenedSource {
  readonly bytes: Bytes;
  /** Null for a file. */
  readonly address: string | null;
  readonly contentType: string | null;
  readonly validators: Validators;
}

/** The uploaded file that a feed is read from is not there any more. */
export class UploadGoneError extends Error {}

/** Opens the source and counts its bytes as they come. Null when the host says that nothing changed. Throws `UploadGoneError`. */
export async function openSource(
  source: Exclude<FeedSource, { kind: 'sample' }>,
  { allowedPrivateFeeds }: Pick<ImportTask, 'allowedPrivateFeeds'>,
  files: Files,
  progress: ProgressReporter,
  listener: ImportListener,
): Promise<OpenedSource | null> {
  const receivedBytes = () => progress.current().received_bytes;
  if (source.kind === 'file') {
    const file = await files.open(source.file);
    if (file === null) throw new UploadGoneError();
    progress.set({ total_bytes: file.sizeBytes });
    const packed = counted(bytesOf(file), progress);
    const bytes = unpackNamed(packed, source.name, receivedBytes);
    return { bytes, address: null, contentType: null, validators: noValidators };
  }
  const wait = hostWait((isWaiting) => listener.waiting?.(isWaiting));
  const asked = fetchFeed(source.url, {
    allowPrivateHosts: allowedPrivateFeeds,
    onProgress: ({ receivedBytes, totalBytes }) => progress.set({ received_bytes: receivedBytes, total_bytes: totalBytes }),
    ...(source.validators && { validators: source.validators }),
  });
  const feed = await wait.answer(asked);
  if (!feed) return null;
  const { contentType, etag, lastModified } = feed;
  const body = wait.body(feed.body);
  // A host that serves such a file in brotli encoding has it undone already.
  const isUndone = /\bbr\b/i.test(feed.contentEncodingHandled ?? '');
  const bytes = isUndone ? body : unpackNamed(body, feed.finalUrl, receivedBytes);
  return { bytes, address: feed.finalUrl, contentType, validators: { etag, lastModified } };
}

async function* counted(bytes: AsyncIterable<Uint8Array>, progress: ProgressReporter): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.length;
    progress.set({ received_bytes: received });
    yield chunk;
  }
}

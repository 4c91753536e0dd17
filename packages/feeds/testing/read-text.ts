import { createReadStream } from 'node:fs';
import { bytesOf, type Bytes } from '#feeds/bytes/byte-stream.ts';
import type { FeedFailureCode } from '#feeds/feed-texts.ts';
import { FeedError } from '#feeds/feed-error.ts';
import type { FeedRecord, RecordBatches } from '#feeds/feed-record.ts';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import { openFeed, type OpenedFeed } from '#feeds/open-feed.ts';

/** Nothing is known of the feed but its language. */
export const anySettings: FeedSettings = {
  type: null,
  encoding: null,
  separator: null,
  headers: null,
  tagName: null,
  contentType: null,
  language: 'cs',
};

export async function allRecords(batches: RecordBatches): Promise<FeedRecord[]> {
  const records: FeedRecord[] = [];
  for await (const batch of batches) records.push(...batch);
  return records;
}

export async function readBytes(
  bytes: Bytes,
  settings: Partial<FeedSettings> = {},
): Promise<OpenedFeed & { readonly all: FeedRecord[] }> {
  const feed = await openFeed(bytes, { ...anySettings, ...settings });
  return { ...feed, all: await allRecords(feed.records) };
}

export function readText(text: string | Uint8Array, settings: Partial<FeedSettings> = {}) {
  return readBytes(bytesOf(text), settings);
}

export function readPath(path: string, settings: Partial<FeedSettings> = {}) {
  return readBytes(createReadStream(path), settings);
}

/** Text in pieces of a few characters, so that every token is cut somewhere. */
export async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

/** Code of the FeedError that the promise fails with; anything else fails the test. */
export async function errorCode(promise: Promise<unknown>): Promise<FeedFailureCode> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FeedError) return error.code;
    throw error;
  }
  throw new Error('No FeedError was thrown.');
}

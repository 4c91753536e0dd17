import { type Bytes, refuseBomb } from './byte-stream.ts';
import { FeedError } from '#feeds/feed-error.ts';
import type { UnpackLimits } from '#feeds/limits.ts';
import { entryBytes, nextEntry, type ZipEntry, ZipInput } from './zip-entry.ts';

const feedName = /\.(?:xml|csv|tsv|tab|txt|json|jsonl|ndjson|rss|atom|yml|gz|zst)$/i;
const beside = /\/$|(?:^|\/)(?:__MACOSX\/|\.|thumbs\.db$|desktop\.ini$|(?:readme|licen[cs]e|changelog)(?:\.|$))/i;

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/**
 * The only feed in the archive, unpacked as a stream.
 * @throws FeedError `bomb`, `archiveFiles`, `archiveNoFeed`, `archiveLocked`, `archiveMethod`, `cutArchive`, `badCompression`
 */
export async function* zippedFeed(packed: Bytes, limits: UnpackLimits): AsyncGenerator<Uint8Array> {
  const input = new ZipInput(packed);
  const others: string[] = [];
  let found: string | null = null;
  try {
    for (let entry = await nextEntry(input); entry !== null; entry = await nextEntry(input)) {
      if (!isFeed(entry)) {
        if (!beside.test(entry.name)) others.push(entry.name);
        await skip(input, entry, limits);
      } else if (found === null) {
        found = entry.name;
        refuseUnreadable(entry);
        yield* entryBytes(input, entry);
      } else throw new FeedError('archiveFiles', { first: found, second: entry.name });
    }
    if (found === null) throw new FeedError('archiveNoFeed', { file: others[0] ?? '' });
  } finally {
    await input.close();
  }
}

function isFeed({ name }: ZipEntry): boolean {
  return feedName.test(name) && !beside.test(name);
}

async function skip(input: ZipInput, entry: ZipEntry, limits: UnpackLimits): Promise<void> {
  if (entry.check !== null) {
    for await (const _ of input.pieces(entry.check.packedBytes));
    return;
  }
  refuseUnreadable(entry);
  let unpackedBytes = 0;
  for await (const chunk of entryBytes(input, entry)) {
    unpackedBytes += chunk.length;
    refuseBomb(input.takenBytes, unpackedBytes, limits);
  }
}

function refuseUnreadable({ name, isLocked, isReadable }: ZipEntry): void {
  if (isLocked) throw new FeedError('archiveLocked', { file: name });
  if (!isReadable) throw new FeedError('archiveMethod', { file: name });
}

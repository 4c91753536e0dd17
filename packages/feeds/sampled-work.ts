import type { FeedRecord, RecordBatches } from './feed-record.ts';
import { sampleSize } from './limits.ts';

/** What is done with the records of a feed, decided by the first of them. */
export interface RecordWork {
  read(records: readonly FeedRecord[]): readonly FeedRecord[];
  /** What it held back. */
  end?(): readonly FeedRecord[];
}

/** Lets the first records decide what is to be done with all of them, themselves included; null leaves them as they are. */
export async function* withSampledWork(
  batches: RecordBatches,
  workOf: (sampled: readonly FeedRecord[]) => RecordWork | null,
): RecordBatches {
  let head: FeedRecord[] | null = [];
  let work: RecordWork | null = null;
  for await (const batch of batches) {
    if (head) {
      head.push(...batch);
      if (head.length < sampleSize) continue;
      work = workOf(head);
      yield work?.read(head) ?? head;
      head = null;
    } else yield work?.read(batch) ?? batch;
  }
  if (head) {
    work = workOf(head);
    yield work?.read(head) ?? head;
  }
  const rest = work?.end?.() ?? [];
  if (rest.length > 0) yield rest;
}

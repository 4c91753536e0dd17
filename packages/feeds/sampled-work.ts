import type { FeedRecord, RecordBatches } from './feed-record.ts';
import { sampleSize } from './limits.ts';

export interface RecordWork {
  read(records: readonly FeedRecord[]): readonly FeedRecord[];
  end?(): readonly FeedRecord[];
}

/** `workOf` decides by the first records, which are processed, too; null passes all on. */
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

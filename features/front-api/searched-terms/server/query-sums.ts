import type { LogEntry, LoggedQuery } from './query-tracker.ts';
import { rowsInOrder } from '#server/db/rows-in-order.ts';
import type { DayCounts, SearchDay, TermCounts } from '#server/stats/counters.store.ts';
import { tookBucket } from '#server/stats/took-buckets.ts';

type Changing<Of> = { -readonly [Key in keyof Of]: Of[Key] };

interface TookSum {
  readonly ofDay: SearchDay;
  readonly bucket: number;
  searchCount: number;
}

interface UseSum {
  readonly projectId: number;
  readonly stage: string;
  readonly ruleId: number;
  readonly day: string;
  readonly visitorHash: string;
  useCount: number;
}

/** What written and changed queries add to the sums of their days; negative if a query was withdrawn. */
export function sumsOf(entries: readonly LogEntry[]) {
  const [terms, days, took, uses] = [
    rowsInOrder<Changing<TermCounts>>(),
    rowsInOrder<Changing<DayCounts>>(),
    rowsInOrder<TookSum>(),
    rowsInOrder<UseSum>(),
  ];

  function add(query: LoggedQuery, count: 1 | -1): void {
    const { projectId, collectionId, day, resultObject, language, term, itemCount, tookMilliseconds, happenedAt } = query;
    const ofDay = { projectId, collectionId, day, resultObject, language };
    const key = Object.values(ofDay);
    const none = { searchCount: 0, unfoundCount: 0, clickCount: 0 };
    const unfound = itemCount === 0 ? count : 0;
    const ofTerm = terms.of([...key, term], () => ({ ofDay, term, ...none, itemCount, lastAt: 0 }));
    ofTerm.searchCount += count;
    ofTerm.unfoundCount += unfound;
    if (happenedAt >= ofTerm.lastAt) Object.assign(ofTerm, { itemCount, lastAt: happenedAt });
    const ofAll = days.of(key, () => ({ ofDay, ...none, tookMilliseconds: 0 }));
    ofAll.searchCount += count;
    ofAll.unfoundCount += unfound;
    ofAll.tookMilliseconds += count * tookMilliseconds;
    const bucket = tookBucket(tookMilliseconds);
    took.of([...key, bucket], () => ({ ofDay, bucket, searchCount: 0 })).searchCount += count;
    for (const { stage, ruleId } of query.uses) {
      const use = { projectId, stage, ruleId, day, visitorHash: query.visitorHash };
      uses.of([stage, ruleId, day, query.visitorHash], () => ({ ...use, useCount: 0 })).useCount += count;
    }
  }

  for (const { before, after } of entries) {
    if (before?.isCounted) add(before, -1);
    if (after.isCounted) add(after, 1);
  }
  return { terms: terms.rows(), days: days.rows(), took: took.rows(), uses: uses.rows() };
}

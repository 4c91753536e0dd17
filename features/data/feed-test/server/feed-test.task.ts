import type { FeedSource } from '#features/data/feed-settings/server/feeds.service.ts';
import type { ImportTask } from '#features/data/imports/server/imports.task.ts';
import type { FeedTest } from '#features/data/feed-test/feed-test.contract.ts';

/** Plain data: it crosses a process boundary. */
export interface FeedTestTask extends Pick<ImportTask, 'settings' | 'files' | 'allowedPrivateFeeds'> {
  readonly source: Exclude<FeedSource, { kind: 'sample' }>;
}

export const emptyFeedTest: FeedTest = { found: null, failure: null, candidates: [] };

/** Rejects when the run itself was cut off. */
export type RunFeedTest = (task: FeedTestTask, signal: AbortSignal) => Promise<FeedTest>;

import { testFeed, type FeedTestInput } from '#features/data/feed-test/feed-test.contract.ts';
import { type FeedTestTask, type RunFeedTest, emptyFeedTest } from './feed-test.task.ts';
import { checkFeedUrl, feedSourceOf } from '#features/data/feed-settings/server/feeds.service.ts';
import type { App } from '#server/app/app.ts';
import type { FilesSettings } from '#server/files/open-files.ts';
import { failField } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

/** Some shops generate the feed per request. An import waits longer. */
const testTimeoutMs = 60_000;

export function serveFeedTest(app: App, runFeedTest: RunFeedTest, files: FilesSettings): void {
  serve(app, testFeed, async (input, { user, project }, _upload, gone) => {
    await checkFeedUrl(app, input.feed_url, { user, project });
    const source = feedSourceOf(input.feed_url, input.file_name);
    if (source.kind === 'sample') throw failField('feed_url', 'notValid', { name: 'Feed address' });
    const { allowedPrivateFeeds } = app.settings;
    const task: FeedTestTask = { source, settings: settingsOf(input), files, allowedPrivateFeeds };
    return await app.processes.run({ user, project }, gone, async () => {
      const timeout = AbortSignal.timeout(testTimeoutMs);
      try {
        return await runFeedTest(task, AbortSignal.any([gone, timeout]));
      } catch (error) {
        if (!timeout.aborted) throw error;
        return {
          ...emptyFeedTest,
          failure: { code: 'timeout' as const, details: { host: URL.parse(input.feed_url)?.hostname ?? '' } },
        };
      }
    });
  });
}

const settingsOf = (input: FeedTestInput): FeedTestTask['settings'] => ({
  type: input.feed_type || null,
  language: input.feed_language || null,
  encoding: input.feed_encoding || null,
  separator: input.feed_separator || null,
  headers: input.feed_headers || null,
  tagName: input.tag_name || null,
});

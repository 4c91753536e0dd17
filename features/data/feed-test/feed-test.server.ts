import { testFeed, type FeedTestInput } from './feed-test.contract.ts';
import { type FeedTestTask, type RunFeedTest, untold } from './feed-test.task.ts';
import { checkFeedUrl, feedSourceOf } from '#features/data/feed-settings/feeds.service.ts';
import type { App } from '#server-kit/app.ts';
import type { FilesSettings } from '#server-kit/files/open-files.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { serve } from '#server-kit/serve.ts';
import { countSharedAttempts } from '#server-kit/http/shared-attempts.ts';

/** Each has a process of its own for a few seconds. */
const testsAtOnce = 4;
const retryAfterSeconds = 5;
const testsPerPersonAndHour = 120;
/** Shops that make their feed when it is asked for may take a while; an import waits longer. */
const testTimeoutMs = 60_000;

/** Looks into feeds before they belong to a project. */
export function serveFeedTest(app: App, runFeedTest: RunFeedTest, files: FilesSettings): void {
  const byPerson = countSharedAttempts(app.db, {
    name: 'feed tests by person',
    maximum: testsPerPersonAndHour,
    windowSeconds: 3_600,
  });
  let running = 0;

  serve(app, testFeed, async (input, { user, project, language }, _upload, gone) => {
    await checkFeedUrl(app, input.feed_url, { user, project });
    const source = feedSourceOf(input.feed_url, input.file_name);
    if (source.kind === 'sample') throw failField('feed_url', 'notValid', { name: 'Feed address' });
    if (running >= testsAtOnce) throw fail('tooManyRequests', { seconds: retryAfterSeconds });
    await byPerson.take(String(user.id));
    running += 1;
    const timeout = AbortSignal.timeout(testTimeoutMs);
    try {
      const { allowedPrivateFeeds } = app.settings;
      const task: FeedTestTask = { source, settings: settingsOf(input), language, files, allowedPrivateFeeds };
      return await runFeedTest(task, AbortSignal.any([gone, timeout]));
    } catch (error) {
      if (!timeout.aborted) throw error;
      return { ...untold, failure: { code: 'timeout' as const, details: { host: URL.parse(input.feed_url)?.hostname ?? '' } } };
    } finally {
      running -= 1;
    }
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

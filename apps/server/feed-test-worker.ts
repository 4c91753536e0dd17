import type { FeedTestTask } from '#features/data/feed-test/server/feed-test.task.ts';
import { testFeed } from '#features/data/import-process/server/test-feed.ts';
import { answerOneTask } from '#process-kit/one-task.ts';

answerOneTask<FeedTestTask>((task) => testFeed(task));

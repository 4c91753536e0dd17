import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '#contract/page.ts';
import { type Feed, listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { type OwnProject, read, send } from './calls.ts';

type Owned = Pick<OwnProject, 'sessionToken' | 'token'>;

const importMilliseconds = 120_000;
const pauseMilliseconds = 50;

/** Returns the feed after its first import; items are searchable a moment earlier. */
export async function firstImport(serverUrl: string, { sessionToken, token }: Owned): Promise<Feed> {
  for (let waited = 0; waited < importMilliseconds; waited += pauseMilliseconds) {
    const { items } = await read<Page<Feed>>(serverUrl, listFeeds.path, sessionToken, token);
    const [feed] = items;
    if (feed?.last_import && !isUnfinished(feed.last_import)) return feed;
    await sleep(pauseMilliseconds);
  }
  throw new Error('The first import did not end in time.');
}

/** Scheduled imports run at midnight only, so none runs during a journey. */
export async function importAtMidnight(serverUrl: string, feedId: number, { sessionToken, token }: Owned): Promise<void> {
  const path = updateSchedule.path.replace('{id}', String(feedId));
  const schedule = { activated: true, schedule: 'daily', schedule_time: '00:00' };
  await send(serverUrl, { method: 'PUT', path, body: schedule, sessionToken, token });
}

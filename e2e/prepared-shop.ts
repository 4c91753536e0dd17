import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope } from '#contract/envelope.ts';
import type { Page } from '#contract/page.ts';
import { register } from '#features/account/account.contract.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { runServer } from '#server/testing/server-process.ts';
import { owner, post } from './calls.ts';
import { newFolder } from './server.ts';

const importTries = 600;
const importPauseMilliseconds = 100;

/** The data folder of a server whose owner has a project with the items of the sample shop. */
export interface PreparedShop {
  readonly data: string;
  /** The owner's session. */
  readonly token: string;
}

/** Where Playwright's workers find it. */
const variable = 'AISLE_PREPARED_SHOP';

/** The shop that was prepared for this run. */
export const preparedShop = (): PreparedShop => JSON.parse(process.env[variable] ?? '{}') as PreparedShop;

/** Before the first journey: one import for all workers, whose servers begin with copies of it. Answers what removes it in the end. */
export default async function prepareShop(): Promise<() => Promise<void>> {
  const data = await newFolder();
  const server = await runServer({ AISLE_DATA: data });
  try {
    const { token } = await post<{ token: string }>(server.url, register.path, owner);
    const project = await post<{ token: string }>(server.url, createSampleProject.path, { language: 'en' }, token);
    await imported(server.url, { 'x-session-token': token, 'x-client-id': project.token });
    process.env[variable] = JSON.stringify({ data, token } satisfies PreparedShop);
  } finally {
    await server.stop();
  }
  return () => rm(data, { recursive: true, force: true });
}

/** Waits until the import of the project has ended: its items are found a moment earlier. */
async function imported(url: string, headers: Record<string, string>): Promise<void> {
  for (let tries = 0; tries < importTries; tries += 1) {
    const response = await fetch(`${url}/api/feeds`, { headers });
    const { data } = (await response.json()) as Envelope<Page<Feed>>;
    if (data?.items[0]?.last_import?.state === 'done') return;
    await sleep(importPauseMilliseconds);
  }
  throw new Error('The sample shop was not imported in time.');
}

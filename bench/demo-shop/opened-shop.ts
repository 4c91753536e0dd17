import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoShopPath } from '#contract/plugin/demo-shop.ts';
import { register } from '#features/account/account.contract.ts';
import { readFeed } from '#features/data/feeds/feeds.contract.ts';
import { toggleLiveMode } from '#features/developer/plugin/live-mode/live-mode.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { startServerProcess } from '#testing/processes/test-process.ts';

export interface OpenedShop {
  /** Of the demo shop, which everybody may see. */
  readonly address: string;
  close(): Promise<void>;
}

const pollMs = 50;
const password = 'Correct-Horse-7';

/** The demo shop of the sample shop's thousand items, on a server of its own. */
export async function openDemoShop(): Promise<OpenedShop> {
  const data = await mkdtemp(path.join(tmpdir(), 'aisle-bench-'));
  const server = await startServerProcess({ AISLE_DATA: data });
  const person = { name: 'B', surname: 'B', email: 'b@example.com', password, password_confirmation: password, agree: true };
  const token = (await server.call({}, register, person)).data!.token!;
  const { token: project, feed_id: id } = (await server.call({ token }, createSampleProject, { language: 'en' })).data!;
  const actor = { token, project };
  while ((await server.call(actor, readFeed, { id: id! })).data?.last_import?.finished_at == null) await sleep(pollMs);
  await server.call(actor, toggleLiveMode, { is_live: true });
  return {
    address: server.url + demoShopPath(project),
    async close() {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

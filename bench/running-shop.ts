import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#features/account/account.contract.ts';
import type { Import } from '#features/data/imports/imports.contract.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { listEndpoints, updateEndpoint } from '#features/developer/endpoints/endpoints.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { type FeedHost, startFeedHost } from './feed-host.ts';
import { askForStop, type Stop, stopsTold } from './loop-stops.ts';

const password = 'Correct-Horse-7';
const pollMs = 50;

export interface ShopFeed {
  readonly token: string;
  readonly id: number;
}

export interface RunningShop {
  readonly server: ServerProcess;
  readonly host: FeedHost;
  readonly session: string;
  readonly data: string;
  add(name: string, options?: { readonly keepsAnswers?: boolean }): Promise<ShopFeed>;
  reload(feed: ShopFeed): Promise<void>;
  imported(feed: ShopFeed, onPoll?: () => void): Promise<Import>;
  longestStop(): Promise<Stop>;
  restart(end: 'stop' | 'kill'): Promise<number>;
  close(): Promise<void>;
}

export const shopOwner = { email: 'b@example.com', password };

export async function startShop(environment: Readonly<Record<string, string>> = {}): Promise<RunningShop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-bench-'));
  const host = await startFeedHost(folder);
  const data = path.join(folder, 'data');
  const start = (more: Readonly<Record<string, string>>): Promise<ServerProcess> =>
    startServerProcess({
      AISLE_DATA: data,
      AISLE_ALLOW_PRIVATE_FEEDS: host.address,
      ...more,
      ...environment,
    });
  const watch = pathToFileURL(path.join(import.meta.dirname, 'loop-watch.ts')).href;
  let server = await start({ NODE_OPTIONS: `--import=${watch}` });
  async function keepNothing(actor: { readonly token: string; readonly project: string }): Promise<void> {
    const { data: endpoints } = await server.call(actor, listEndpoints, {});
    for (const { id, is_cacheable, cache_ttl, cache_grace_period } of endpoints ?? [])
      if (is_cacheable) await server.call(actor, updateEndpoint, { id, is_cached: false, cache_ttl, cache_grace_period });
  }
  const person = { name: 'B', surname: 'B', ...shopOwner, password_confirmation: password, agree: true };
  const { data: session } = await server.call({}, register, person);
  const token = session?.token ?? '';
  return {
    get server() {
      return server;
    },
    host,
    session: token,
    data,
    async add(name, { keepsAnswers = false } = {}) {
      const input = { name, language: 'en', data_source: 'custom_feed', feed_url: `http://${host.address}/${name}` } as const;
      const { data: project, msg } = await server.call({ token }, createProject, input);
      if (!project?.feed_id) throw new Error(`No project for ${name}: ${msg}`);
      if (!keepsAnswers) await keepNothing({ token, project: project.token });
      return { token: project.token, id: project.feed_id };
    },
    async reload({ token: project, id }) {
      const { err, msg } = await server.call({ token, project }, reloadFeed, { id });
      if (err !== 0) throw new Error(`Feed ${id} is not imported again: ${msg}`);
    },
    async imported({ token: project, id }, onPoll = () => undefined) {
      for (;;) {
        await sleep(pollMs);
        onPoll();
        const { data: feed } = await server.call({ token, project }, readFeed, { id });
        const run = feed?.last_import;
        if (!run?.finished_at) continue;
        if (run.state === 'done' && run.imported_count === run.read_count && run.read_count > 0) return run;
        throw new Error(`Feed ${id}: ${run.state}, ${run.imported_count} of ${run.read_count} items, ${run.failure?.code}`);
      }
    },
    async longestStop() {
      const before = stopsTold(server).length;
      server.child.kill(askForStop);
      for (;;) {
        await sleep(pollMs);
        const told = stopsTold(server);
        const last = told.at(-1);
        if (last && told.length > before) return last;
      }
    },
    async restart(end) {
      await server[end]();
      const startedAt = performance.now();
      server = await start({});
      return performance.now() - startedAt;
    },
    async close() {
      await server.stop();
      host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

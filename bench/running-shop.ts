import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#features/account/account.contract.ts';
import { type Feed, readFeed } from '#features/data/feeds/feeds.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/test-process.ts';

const password = 'Correct-Horse-7';

/** A server with an owner, and a host for the feeds of their projects; all on this machine, gone with `close`. */
export interface RunningShop {
  readonly server: ServerProcess;
  /** Serves the lines as a file, makes a project of it and waits for the import. */
  importFeed(
    name: string,
    lines: Iterable<string>,
    onPoll?: () => void,
  ): Promise<{ token: string; feed: Feed; seconds: number; bytes: number }>;
  restart(): Promise<number>;
  close(): Promise<void>;
}

export async function startShop(environment: Readonly<Record<string, string>> = {}): Promise<RunningShop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-bench-'));
  const host = createServer((request, response) => {
    createReadStream(path.join(folder, path.basename(request.url ?? ''))).pipe(response);
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  const start = (): Promise<ServerProcess> =>
    startServerProcess({ AISLE_DATA: path.join(folder, 'data'), AISLE_ALLOW_PRIVATE_FEEDS: address, ...environment });
  let server = await start();
  const person = { name: 'B', surname: 'B', email: 'b@example.com', password, password_confirmation: password, agree: true };
  const { data: session } = await server.call({}, register, person);
  const token = session?.token ?? '';
  return {
    get server() {
      return server;
    },
    async importFeed(name, lines, onPoll = () => undefined) {
      const file = path.join(folder, name);
      await pipeline(Readable.from(lines), createWriteStream(file));
      const startedAt = performance.now();
      const { data: project, msg } = await server.call({ token }, createProject, {
        name,
        language: 'en',
        data_source: 'custom_feed',
        feed_url: `http://${address}/${name}`,
      });
      if (!project?.feed_id) throw new Error(`No project for ${name}: ${msg}`);
      for (;;) {
        await sleep(50);
        onPoll();
        const { data: feed } = await server.call({ token, project: project.token }, readFeed, { id: project.feed_id });
        if (!feed?.last_import?.finished_at) continue;
        const seconds = (performance.now() - startedAt) / 1000;
        return { token: project.token, feed, seconds, bytes: (await stat(file)).size };
      }
    },
    async restart() {
      await server.stop();
      const startedAt = performance.now();
      server = await start();
      return performance.now() - startedAt;
    },
    async close() {
      await server.stop();
      host.closeAllConnections();
      host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The most memory a process has held so far, in MB. Linux only. */
export const peakMegabytes = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** Resident memory of the direct children of a process, in MB. Linux only. */
export function childrenMegabytes(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return Math.max(0, ...children.map((child) => peakMegabytes(Number(child))));
  } catch {
    // The child has just ended.
    return 0;
  }
}

/** Processor time that a process has taken so far, all its threads together. Linux only. */
export function processorSeconds(pid: number): number {
  const ticksPerSecond = 100;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

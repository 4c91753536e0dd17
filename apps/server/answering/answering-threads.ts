import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { youngThreadMegabytes } from '#engine/index/limits.ts';
import { Channel, threadLine } from '#process-kit/channel.ts';
import { type AnsweringSettings, callCounted, type MainTask, type ThreadFigures, type ThreadTask } from './answering.messages.ts';
import type { EmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { forgetToken, noteKeyUse } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';

const usualProgram = new URL('answering-program.ts', import.meta.url);
/** Pause before a lost thread is replaced. */
const restMilliseconds = 500;

const noFigures: ThreadFigures = { runningCount: 0, waitingCount: 0, bytes: 0, askCount: 0, makeCount: 0 };

/** Where several sockets may share a port. */
export const canShareAPort = (): boolean => ['linux', 'freebsd'].includes(process.platform);

interface AnsweringThread {
  readonly channel: Channel<ThreadTask, unknown>;
  figures: ThreadFigures;
}

interface ThreadsOptions {
  /** Data folder; names the folder of the socket, or holds it where temporary files are not allowed. */
  readonly owner: string;
  readonly settings: Omit<AnsweringSettings, 'number' | 'count' | 'port' | 'mainSocket'>;
  readonly onLost: (error: Error) => void;
  /** Handles a thread's request. */
  readonly answer: (task: MainTask, thread: string) => Promise<unknown>;
  readonly program?: URL;
}

/** Threads that answer shops. All listen on one port; the system distributes connections. */
export function answeringThreads(count: number) {
  const threads = new Map<number, AnsweringThread>();
  let isEnding = false;
  let folder: string | null = null;

  /** Resolves after all threads have handled the task. Lost threads start without state, so they don't need it. */
  const tell = (task: ThreadTask): Promise<unknown[]> =>
    Promise.all(
      [...threads.values()].map(({ channel }) =>
        channel.ask(task).catch((error: unknown) => {
          if (!channel.isOver) throw error;
        }),
      ),
    );

  /** Resolves once it listens. */
  function begin(number: number, workerData: AnsweringSettings, options: ThreadsOptions): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { program = usualProgram } = options;
    const worker = new Worker(program, { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngThreadMegabytes } });
    const answer = (task: MainTask): unknown => {
      if (task.kind === 'listening') return resolve();
      if (task.kind === 'told') thread.figures = task.figures;
      return options.answer(task, String(number));
    };
    let isListening = false;
    promise.then(
      () => (isListening = true),
      () => undefined,
    );
    const onEnd = (error: Error): void => {
      if (threads.get(number) === thread) threads.delete(number);
      reject(error);
      if (isEnding || !isListening) return;
      options.onLost(error);
      void beginAgain(number, workerData, options);
    };
    const thread: AnsweringThread = { channel: new Channel(threadLine(worker), { answer, onEnd }), figures: noFigures };
    threads.set(number, thread);
    return promise;
  }

  async function beginAgain(number: number, settings: AnsweringSettings, options: ThreadsOptions): Promise<void> {
    await sleep(restMilliseconds);
    if (isEnding) return;
    await begin(number, settings, options).catch((error: Error) => {
      options.onLost(error);
      return beginAgain(number, settings, options);
    });
  }

  return {
    tell,

    /** Listens; with port 0 the system chooses one. Resolves to the port. Throws if it is taken. */
    async listen(port: number, listenMain: (socketPath: string) => Promise<unknown>, options: ThreadsOptions): Promise<number> {
      const free = await freePort(port, options.settings.host);
      folder = privateFolder(options.owner);
      const mainSocket = path.join(folder, 'socket');
      await listenMain(mainSocket);
      const ofThread = (number: number): AnsweringSettings => ({ ...options.settings, number, count, port: free, mainSocket });
      await Promise.all(Array.from({ length: count }, (_, number) => begin(number, ofThread(number), options)));
      return free;
    },

    /** Sums over the main thread and all others. */
    allFigures<Name extends keyof ThreadFigures>(own: Pick<ThreadFigures, Name>): Pick<ThreadFigures, Name> {
      const all = [...threads.values()].map(({ figures }) => figures);
      const sums = Object.entries<number>(own).map(([name, value]) => [
        name,
        all.reduce((sum, figures) => sum + figures[name as Name], value),
      ]);
      return Object.fromEntries(sums) as Pick<ThreadFigures, Name>;
    },

    /** Drains running calls first. */
    async stop(): Promise<void> {
      isEnding = true;
      const running = [...threads.values()];
      await Promise.all(running.map(({ channel }) => channel.ask({ kind: 'end' }).catch(() => null)));
      await Promise.all(running.map(({ channel }) => channel.ended()));
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Handles the tasks of answering threads. */
export const answerThread = ({ db, events, cache, releases, http, embeddings }: App, engine: EmbeddedEngine) => {
  events.on(callCounted, async (call) => cache.calls.count(...call));
  return async (task: MainTask, thread: string): Promise<unknown> => {
    switch (task.kind) {
      case 'engine':
        return engine.answerFollower(task.asked);
      case 'nearest':
        return embeddings?.nearest(task.collectionId, task.text) ?? null;
      case 'forgetToken':
        return forgetToken(db, task.tokenHash);
      case 'keyUsed':
        return noteKeyUse(db, task.id, task.at);
      case 'firstRelease':
        return releases.createFirst(task.project);
      case 'told':
        engine.noteFollower(thread, task.report);
        for (const [name, values] of task.events)
          for (const value of values)
            events.tell({ name }, value).catch((error: unknown) => http.log.error({ err: error }, 'A call could not be noted'));
        return null;
      case 'listening':
        return null;
    }
  };
};

/** Has the same name at each start, so a killed server leaves at most one. */
function privateFolder(owner: string): string {
  const folder = path.join(tmpdir(), `aisle-${createHash('sha256').update(owner).digest('hex').slice(0, 16)}`);
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  } catch {
    return randomFolder(`${folder}-`) ?? mkdtempSync(path.join(owner, 'main-'));
  }
}

/** null where nothing can be written. */
function randomFolder(prefix: string): string | null {
  try {
    return mkdtempSync(prefix);
  } catch {
    return null;
  }
}

/** Throws if the port is in use: shared sockets would silently share it with another server. */
async function freePort(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { serverArguments, serverEnvironment } from '#scripts/server-process.mjs';
import { type Actor, type Answered, requestOf } from '#server/testing/test-app.ts';

const root = path.dirname(path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url)))));
const readyPattern = /^Aisle is ready at (\S+)$/m;
const startMilliseconds = 60_000;

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  call<E extends Endpoint>(actor: Actor, endpoint: E, input: InputOf<E>): Promise<Answered<OutputOf<E>>>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to end and answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The real server as a process of its own, on a free port. Rejects with what it printed when it doesn't come up. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, serverArguments, {
    cwd: root,
    env: { ...process.env, ...serverEnvironment, AISLE_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const url = await readyUrl(child, () => output);

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }

  return {
    url,
    child,
    output: () => output,
    async call(actor, endpoint, input) {
      const request = requestOf(actor, endpoint, input as Record<string, unknown>);
      const query = 'query' in request ? `?${new URLSearchParams(request.query).toString()}` : '';
      const response = await fetch(url + request.url + query, {
        method: request.method,
        headers: { ...request.headers, ...('payload' in request && { 'content-type': 'application/json' }) } as Record<
          string,
          string
        >,
        ...('payload' in request && { body: JSON.stringify(request.payload) }),
      });
      return { status: response.status, ...((await response.json()) as Envelope<never>) };
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: (signal = 'SIGTERM') => end(signal),
  };
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(new Error(`The server did not come up:\n${output()}`));
    const timer = setTimeout(give, startMilliseconds);
    child.once('exit', give);
    const look = (): void => {
      const url = readyPattern.exec(output())?.[1];
      if (!url) return;
      clearTimeout(timer);
      child.off('exit', give);
      resolve(url);
    };
    child.stdout?.on('data', look);
  });
}

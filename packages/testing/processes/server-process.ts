import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readdirSync, readFileSync } from 'node:fs';
import { isServerBuilt, serverArguments, serverEnvironment } from '#scripts/server-process.mjs';

const root = path.dirname(path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url)))));
const withParent = ['--import', path.join(root, 'scripts', 'exit-with-parent.mjs')];
const readyPattern = /^Aisle is ready at (\S+)$/m;
const startMilliseconds = 60_000;
/** A server that doesn't end when it is asked to is killed after this. */
const stopMilliseconds = 10_000;

export const program = serverArguments({ isBuilt: isServerBuilt });

/** Tests and benchmarks call as fast as they can. */
const unhindered = { AISLE_VISITOR_CALLS: '1000000', AISLE_PROJECT_CALLS: '1000000', AISLE_PERSON_CALLS: '1000000' };

export interface RunningServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to end and answers its exit code; null when it had to be killed. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * The real server as a process of its own, which ends with this one. The system chooses its port, and it says which: a port that was looked
 * for beforehand may be taken by then. Rejects with what it printed when it doesn't come up.
 */
export async function runServer(env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const child = spawn(process.execPath, [...withParent, ...program], {
    cwd: root,
    env: { ...process.env, ...serverEnvironment, ...unhindered, AISLE_HOST: '127.0.0.1', AISLE_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const url = await readyUrl(child, () => output);

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
    const [code] = (await ended) as [number | null];
    clearTimeout(timer);
    return code;
  }

  return {
    url,
    child,
    output: () => output,
    async kill() {
      await end('SIGKILL');
    },
    stop: (signal = 'SIGTERM') => end(signal),
  };
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not come up:\n${output()}`));
    };
    const timer = setTimeout(give, startMilliseconds);
    // By then all that it said is read.
    child.once('close', give);
    const look = (): void => {
      const url = readyPattern.exec(output())?.[1];
      if (!url) return;
      clearTimeout(timer);
      child.off('close', give);
      resolve(url);
    };
    child.stdout?.on('data', look);
  });
}

/** None where the system doesn't report them. */
export function childrenOf(pid: number): number[] {
  try {
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  } catch {
    return [];
  }
}

/** Like the OOM killer. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

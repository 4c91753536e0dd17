/**
 * Calls a server at a steady rate from a process of its own, however slowly it answers. Latency counts from the moment at which a call was
 * due.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export interface SteadyCalls {
  readonly url: string;
  readonly paths: readonly string[];
  /** Addresses of visitors, in turn. */
  readonly visitors?: readonly string[];
  readonly perSecond: number;
  readonly mostConnections: number;
  readonly seconds: number;
  /** Low priority, as if on another machine. */
  readonly isElsewhere?: boolean;
}
export interface AnsweredCall {
  readonly status: number;
  readonly milliseconds: number;
  readonly hasRetryAfter: boolean;
}

export async function callSteadily(calls: SteadyCalls): Promise<AnsweredCall[]> {
  const caller = fork(import.meta.filename, { serialization: 'advanced' });
  if (calls.isElsewhere && caller.pid !== undefined) setPriority(caller.pid, constants.priority.PRIORITY_LOW);
  caller.send(calls);
  const [answers] = (await Promise.race([once(caller, 'message'), failed(once(caller, 'exit'))])) as [AnsweredCall[]];
  caller.disconnect();
  return answers;
}

async function failed(exit: Promise<unknown[]>): Promise<never> {
  throw new Error(`The calls ended with ${String((await exit)[0])}.`);
}

async function call({ url, paths, visitors = [], perSecond, mostConnections, seconds }: SteadyCalls): Promise<AnsweredCall[]> {
  const pool = new Pool(url, { connections: mostConnections });
  const startedAt = performance.now();
  const callOnce = async (at: number): Promise<AnsweredCall> => {
    const dueAt = startedAt + (at / perSecond) * 1000;
    await sleep(Math.max(0, dueAt - performance.now()));
    const visitor = visitors[at % visitors.length];
    const { statusCode, headers, body } = await pool.request({
      method: 'GET',
      path: paths[at % paths.length] ?? '',
      ...(visitor !== undefined && { headers: { 'x-forwarded-for': visitor } }),
    });
    await body.dump();
    const milliseconds = performance.now() - dueAt;
    return { status: statusCode, milliseconds, hasRetryAfter: headers['retry-after'] !== undefined };
  };
  const answers = await Promise.all(Array.from({ length: Math.floor(perSecond * seconds) }, (_, at) => callOnce(at)));
  await pool.destroy();
  return answers;
}

if (process.argv[1] === import.meta.filename)
  process.once('message', (calls) => void call(calls as SteadyCalls).then((answers) => process.send?.(answers)));

/** Asks a shop at a steady rate from a thread of its own, so that whoever measures another shop meanwhile isn't held up by it. */
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

export interface Flood {
  readonly url: string;
  readonly paths: readonly string[];
  readonly perSecond: number;
  readonly connections: number;
  readonly seconds: number;
}
export interface Flooded {
  readonly status: number;
  readonly milliseconds: number;
  readonly retryAfter: string | null;
}

const { url, paths, perSecond, connections, seconds } = workerData as Flood;
const pool = new Pool(url, { connections });
const answered: Flooded[] = [];
const startedAt = performance.now();
let asked = 0;

async function ask(): Promise<void> {
  const begunAt = performance.now();
  const response = await pool.request({ method: 'GET', path: paths[asked % paths.length] ?? '' });
  await response.body.dump();
  const retryAfter = response.headers['retry-after'];
  const milliseconds = performance.now() - begunAt;
  answered.push({ status: response.statusCode, milliseconds, retryAfter: typeof retryAfter === 'string' ? retryAfter : null });
}

/** Each of the connections asks when its turn in the second has come; one that waits for its answer asks later. */
async function keepAsking(): Promise<void> {
  for (;;) {
    const dueAt = startedAt + (asked / perSecond) * 1000;
    asked += 1;
    if (dueAt > startedAt + seconds * 1000) return;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await ask();
  }
}

await Promise.all(Array.from({ length: connections }, keepAsking));
await pool.close();
parentPort?.postMessage(answered);

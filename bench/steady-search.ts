import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Times, timesOf } from './figures.ts';
import { word } from './shop-queries.ts';

const everyMs = 25;
const clients = 8;

/** From the due time. */
export type SearchTimes = Times;

export async function searchDuring(url: string, token: string, work: () => Promise<unknown>): Promise<SearchTimes> {
  const pool = new Pool(url, { connections: clients });
  const times: number[] = [];
  const searches: Promise<void>[] = [];
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  const startedAt = performance.now();
  for (let round = 1; !isDone; round += 1) {
    const due = startedAt + round * everyMs;
    await sleep(Math.max(0, due - performance.now()));
    searches.push(searchOnce(pool, token, round).then(() => void times.push(performance.now() - due)));
  }
  await working;
  await Promise.all(searches);
  await pool.close();
  return timesOf(times);
}

async function searchOnce(pool: Pool, token: string, round: number): Promise<void> {
  const facets = round % 4 === 0 ? '&facets=brand,category,price' : '';
  const path = `/front/search?token=${token}&q=${word(round)}+${word(round * 31)}${facets}`;
  const { statusCode, body } = await pool.request({ method: 'GET', path });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${statusCode}: ${text.slice(0, 200)}`);
}

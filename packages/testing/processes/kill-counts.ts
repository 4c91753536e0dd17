import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { writeEveryMilliseconds } from '#features/front-api/searched-terms/server/query-log.service.ts';
import { random } from '#feeds/testing/mutations.ts';
import { postgres, sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openSampleShop, startServerProcess } from './test-process.ts';
import { createTestDatabase } from '#testing/test-database.ts';

const secondsPerKill = 30;
/** A kill comes after searches of so long at least, and of up to twice that much, beyond those that may be lost. */
const roundMs = 1_000;
/** One kill of so many comes within the first moments of a server. */
const earlyEach = 3;
const searchesPerSecond = 500;
/** How much later than it should a busy machine may write. */
const busyMs = 3_000;
const maximumLossMs = writeEveryMilliseconds + busyMs;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A term that nobody has searched for; digits would be taken for a number of a person. */
const termOf = (number: number): string =>
  `lamp ${Array.from({ length: 4 }, (_, place) => letters[Math.floor(number / letters.length ** place) % letters.length]).join('')}`;

/** Tests that a server that is killed so often loses no searches but those of the last moments, and counts none twice. */
export function countsSurviveKills(kills: number): void {
  const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
  const timeout = 120_000 + kills * secondsPerKill * 1000;
  test(
    `${kills} kills lose no searches but those of the last second, and a stop loses none (seed ${seed})`,
    { timeout },
    async () => {
      const next = random(seed);
      const database = await createTestDatabase();
      const data = await mkdtemp(path.join(tmpdir(), 'aisle-counts-'));
      const env = { AISLE_DATA: data, ...(database.url !== null && { AISLE_DATABASE_URL: database.url }) };
      let server = await startServerProcess(env);
      const { project: token } = (await openSampleShop(server)).owner;

      /** When each term was answered, in epoch milliseconds. */
      const answered = new Map<string, number>();
      let sent = 0;
      let isOn = false;
      async function search(): Promise<void> {
        const [before, began] = [sent, performance.now()];
        while (isOn) {
          const aheadMs = ((sent - before) / searchesPerSecond) * 1000 - (performance.now() - began);
          if (aheadMs > 0) await sleep(aheadMs);
          const term = termOf((sent += 1));
          const found = await server.call({}, frontSearch, { token, q: term, visitor: term }).catch(() => null);
          if (found?.status === 200) answered.set(term, Date.now());
        }
      }
      /** Searches for so long, and while the work at the end is done. Answers when that began. */
      async function searchDuring(milliseconds: number, work: () => Promise<unknown>): Promise<number> {
        isOn = true;
        const searching = search();
        await sleep(milliseconds);
        const at = Date.now();
        await work();
        isOn = false;
        await searching;
        return at;
      }
      async function counted() {
        const file = path.join(data, 'aisle.sqlite');
        const db = await openDatabase(database.url === null ? sqlite(file) : postgres(database.url, () => undefined));
        const terms = await db
          .selectFrom('term_day')
          .innerJoin('counted_name', 'counted_name.id', 'term_id')
          .select((eb) => ['name', eb.fn.sum<number>('search_count').as('count')])
          .groupBy('name')
          .execute();
        const logged = await db.selectFrom('shop_query').select('term').where('is_counted', '=', 1).execute();
        const days = await db.selectFrom('search_day').select('search_count').execute();
        await db.destroy();
        expect(terms.map(({ name }) => name).toSorted()).toEqual(logged.map(({ term }) => term).toSorted());
        expect(days.reduce((sum, { search_count: count }) => sum + count, 0)).toBe(logged.length);
        return new Map(terms.map(({ name, count }) => [name, Number(count)]));
      }

      for (let kill = 1; kill <= kills; kill += 1) {
        const told = `seed ${seed}, kill ${kill}`;
        const searchedMs = kill % earlyEach === 0 ? roundMs * next() : maximumLossMs + roundMs * (1 + next());
        const killedAt = await searchDuring(searchedMs, () => server.kill());
        const kept = await counted();
        const lost = [...answered].filter(([term]) => !kept.has(term));
        for (const [term, at] of lost) expect(killedAt - at, `${told}: ${term}`).toBeLessThan(maximumLossMs);
        expect(new Set(kept.values()), told).toEqual(new Set([1]));
        expect(kept.size, told).toBeLessThanOrEqual(sent);
        for (const [term] of lost) answered.delete(term);
        server = await startServerProcess(env);
      }
      const before = answered.size;
      await searchDuring(roundMs, () => server.stop());
      expect(answered.size).toBeGreaterThan(before);
      const kept = await counted();
      expect([...answered.keys()].filter((term) => !kept.has(term))).toEqual([]);
      await database.drop();
      await rm(data, { recursive: true, force: true });
    },
  );
}

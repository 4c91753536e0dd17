import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openSampleShop, startServerProcess } from '#testing/processes/test-process.ts';

const senders = 4;
const eventsPerCall = 5;
const sendingMs = 1_000;
const timeout = 120_000;

test(
  'a server that is killed has every event that it has answered, and takes those that are sent again once',
  { timeout },
  async () => {
    const data = await mkdtemp(path.join(tmpdir(), 'aisle-events-'));
    const env = { AISLE_DATA: data };
    let server = await startServerProcess(env);
    const { project: token } = (await openSampleShop(server)).owner;
    const found = await server.call({}, frontSearch, { token, q: '', per_page: 100 });
    const items = found.data!.items.map(({ id }) => id);

    const sent: { id: string; type: 'click'; item_id: string }[][] = [];
    const answered = new Set<string>();
    let isOn = true;
    async function send(): Promise<void> {
      while (isOn) {
        const first = sent.length * eventsPerCall;
        const events = Array.from({ length: eventsPerCall }, (_, at) => ({
          id: `e${first + at}`,
          type: 'click' as const,
          item_id: items[(first + at) % items.length]!,
        }));
        sent.push(events);
        const answer = await server.call({}, frontEvents, { token, events }).catch(() => null);
        if (answer?.data?.accepted_count === eventsPerCall) for (const { id } of events) answered.add(id);
      }
    }
    const sending = Array.from({ length: senders }, send);
    await sleep(sendingMs);
    await server.kill();
    isOn = false;
    await Promise.all(sending);

    const stored = async () => {
      const db = await openDatabase(sqlite(path.join(data, 'aisle.sqlite')));
      const ids = await db.selectFrom('shop_event').select('event_id').execute();
      const counts = await db.selectFrom('item_day').selectAll().execute();
      await db.destroy();
      const counted = counts.reduce(
        (sum, { impression, click, cart, purchase }) => sum + impression + click + cart + purchase,
        0,
      );
      return { ids: new Set(ids.map(({ event_id: id }) => id)), rowCount: ids.length, counted };
    };
    const kept = await stored();
    expect(answered.size).toBeGreaterThan(0);
    expect([...answered].filter((id) => !kept.ids.has(id))).toEqual([]);
    expect(kept.counted).toBe(kept.rowCount);

    server = await startServerProcess(env);
    for (const events of sent) await server.call({}, frontEvents, { token, events });
    await server.stop();
    const whole = await stored();
    expect([whole.rowCount, whole.counted]).toEqual([sent.length * eventsPerCall, sent.length * eventsPerCall]);
    await rm(data, { recursive: true, force: true });
  },
);

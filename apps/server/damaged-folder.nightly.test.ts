import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCollection } from '#features/data/collections/collections.contract.ts';
import { listImports } from '#features/data/imports/imports.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { random } from '#feeds/testing/mutations.ts';
import { sentBrand } from '#testing/processes/kill-imports.ts';
import { type KilledShop, openKilledShop } from '#testing/processes/killed-shop.ts';

const healSeconds = 30;
const pauseMs = 250;

const damages = {
  flip(file: string, next: () => number) {
    const bytes = readFileSync(file);
    const at = Math.floor(next() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(file, bytes);
  },
  cut: (file: string, next: () => number) => truncateSync(file, Math.floor(next() * readFileSync(file).length)),
  empty: (file: string) => truncateSync(file),
  remove: (file: string) => rmSync(file),
  garbage: (file: string) => writeFileSync(file, 'garbage '.repeat(1_000)),
} satisfies Record<string, (file: string, next: () => number) => void>;
type Damage = keyof typeof damages;

/** There is no second copy of these: their damage costs what it has hit. That of a log looks as if it had ended there. */
const onlyCopies = /items\.sqlite$|aisle\.sqlite(?:-wal)?$/;
const untold = /aisle\.sqlite-wal$/;

/** Names of generations are others each time. */
const kindOf = (file: string): string => file.replace(/[^/]*-[^/]*\/(?=[^/]+$)/, '*/').replace(/^(uploads|mails)\/.*$/, '$1/*');

/**
 * Damages each kind of file of a data folder so many times, as a stopped and as a killed server leaves it, and starts the server: it says in
 * one sentence why it can't, or answers, heals, and has lost nothing that was acknowledged.
 */
function foldersSurviveDamage(times: number, only: RegExp = /./): void {
  const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
  const next = random(seed);
  const root = mkdtempSync(path.join(tmpdir(), 'aisle-damaged-'));
  const copies = { stopped: path.join(root, 'stopped'), killed: path.join(root, 'killed') };
  let shop: KilledShop;
  let expected: Record<string, number>;

  beforeAll(async () => {
    shop = await openKilledShop();
    for (const feed of shop.feeds) {
      await shop.importNext(feed);
      await shop.ended(feed);
    }
    const items = Array.from({ length: 5 }, (_, at) => ({
      id: `sent-${at}`,
      name: 'Lamp that was sent',
      price: at,
      brand: sentBrand,
    }));
    expect(await shop.send('POST', '', { items })).toBe(200);
    expect(await shop.send('PATCH', '/sent-0', { fields: { price: 77 } })).toBe(200);
    expect((await shop.call(synonyms.create, { term: 'sconce', synonyms: ['lamp'] })).status).toBe(200);
    expected = await shop.brands();
    await shop.end('SIGKILL');
    cpSync(shop.data, copies.killed, { recursive: true });
    await shop.restart();
    expect(await shop.brands()).toEqual(expected);
    await shop.end('SIGTERM');
    cpSync(shop.data, copies.stopped, { recursive: true });
  });
  afterAll(async () => {
    await shop.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** One file of each kind, in either state. */
  const filesOf = (state: keyof typeof copies): string[] => {
    const entries = readdirSync(copies[state], { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map((entry) => path.relative(copies[state], path.join(entry.parentPath, entry.name))).toSorted();
    return [...new Map(files.map((file) => [kindOf(file), file])).values()].filter((file) => only.test(file));
  };

  /** null: the started server is as before. */
  async function wrong(): Promise<string | null> {
    try {
      const found = await shop.brands();
      if (JSON.stringify(found) !== JSON.stringify(expected)) return `found ${JSON.stringify(found)}`;
      const price = (await shop.sentItem('sent-0'))?.['price'];
      if (price !== 77) return `price ${String(price)}`;
      const terms = (await shop.call(synonyms.list, {})).data?.total_count;
      if (terms !== 1) return `${String(terms)} synonyms`;
      const reads = [
        await shop.call(readCollection, { id: shop.collectionId }),
        await shop.call(listImports, { id: shop.feeds[0]!.id }),
      ];
      const failed = reads.find(({ status }) => status !== 200);
      if (failed) return `${failed.status} ${failed.msg}`;
      const sent = await shop.send('PATCH', '/sent-1', { fields: { price: 78 } });
      return sent === 200 ? null : `a change was answered with ${String(sent)}`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  async function outcomeOf(state: keyof typeof copies, file: string, damage: Damage): Promise<string> {
    rmSync(shop.data, { recursive: true, force: true });
    cpSync(copies[state], shop.data, { recursive: true });
    damages[damage](path.join(shop.data, file), next);
    try {
      await shop.restart();
    } catch (error) {
      const said = (error as Error).message.replace('The server did not come up:', '').trim();
      return said.split('\n').length === 1 && said !== '' ? `refused: ${said}` : `BAD START ${said.slice(0, 600)}`;
    }
    let left = await wrong();
    for (const until = Date.now() + healSeconds * 1000; left !== null && Date.now() < until; left = await wrong())
      await sleep(pauseMs);
    const said = shop
      .output()
      .split('\n')
      .filter((line) => /"level":(?:[56]0)/.test(line));
    await shop.end('SIGTERM');
    if (left === null) return 'whole';
    const isAllowed = onlyCopies.test(file) && (said.length > 0 || untold.test(file)) && !/answered with 500/.test(left);
    return `${isAllowed ? 'told' : 'BAD'}: ${left.slice(0, 150)} ${said.join(' ').slice(0, 1500)}`;
  }

  test(`damaged files of a data folder are healed or told (seed ${seed})`, { timeout: 3_600_000 }, async () => {
    const outcomes: string[] = [];
    for (const state of ['stopped', 'killed'] as const)
      for (const file of filesOf(state))
        for (const damage of Object.keys(damages) as Damage[])
          for (let time = 0; time < (damage === 'flip' || damage === 'cut' ? times : 1); time += 1) {
            const outcome = await outcomeOf(state, file, damage);
            outcomes.push(`${state}, ${kindOf(file)}, ${damage}: ${outcome}`);
            console.log(outcomes.at(-1));
          }
    expect(outcomes.filter((one) => one.includes('BAD'))).toEqual([]);
  });
}

foldersSurviveDamage(Number(process.env.AISLE_TEST_DAMAGES ?? 3), new RegExp(process.env.AISLE_TEST_FILES ?? '.'));

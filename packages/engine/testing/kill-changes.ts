import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { Hit, SearchEngine, ItemChange } from '#engine/port.ts';
import { group, planOf, publishItems } from './catalogue.ts';

const idCount = 60;
/** So few that a generation is rewritten again and again. */
export const rewriteAfterItems = 70;

/** A source that is imported while items are changed. */
export const importedSource = 1;
export const importedCount = 50;

const idOf = (number: number): string => `item-${number % idCount}`;

/** The changes of one call, the same whenever they are asked for. */
export function changeNumber(number: number): ItemChange[] {
  const put: ItemChange = { kind: 'put', item: { id: idOf(number), fields: { name: `lamp counter${number}`, price: number } } };
  if (number % 4 === 0) {
    const stock = { price: number, inStock: number % 8 === 0 };
    return [11, 17, 23].map((step) => ({ kind: 'patch', id: idOf(number * step), fields: stock }));
  }
  if (number % 7 === 0) return [put, { kind: 'remove', id: idOf(number * 13 + 5) }];
  if (number % 5 === 0) return [put, { kind: 'patch', id: idOf(number * 11), fields: { brand: `Brand ${number}` } }];
  return [put];
}

/** Items after so many changes: id to fields as JSON. */
function itemsAfter(count: number): Map<string, string> {
  const items = new Map<string, Record<string, unknown>>();
  for (let number = 1; number <= count; number += 1) {
    for (const change of changeNumber(number)) {
      if (change.kind === 'put') items.set(change.item.id, { ...change.item.fields });
      else if (change.kind === 'remove') items.delete(change.id);
      else if (items.has(change.id)) Object.assign(items.get(change.id) ?? {}, change.fields);
    }
  }
  return new Map([...items].map(([id, fields]) => [id, JSON.stringify(fields)]));
}

const program = fileURLToPath(new URL('change-until-killed.ts', import.meta.url));
const everything = planOf([], { size: 1_000 });

let directory: string;
const open = () => openEmbeddedEngine({ directory, rewriteAfterItems, onProblem: (message) => expect.unreachable(message) });

/** Every so many kills one comes just after a rewritten generation went live; the others come at any time. */
const swapEvery = 4;

/** Answers the number of the last change that was acknowledged before the kill, 0 for none. */
function changeAndKill(first: number, kill: number, mode: Mode): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, directory, String(first), mode], { stdio: ['ignore', 'pipe', 'inherit'] });
    const end = (): void => void child.kill('SIGKILL');
    let said = '';
    // The last line may be cut.
    const lines = (): string[][] =>
      said
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split(' '));
    const isSwapKill = mode === 'changing' && kill % swapEvery === 0;
    if (mode === 'importing') child.stdout.once('data', () => setTimeout(end, (kill * 173) % 700));
    else if (!isSwapKill) setTimeout(end, 250 + ((kill * 173) % 700));
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (isSwapKill && lines().at(-1)?.[1] !== lines()[0]?.[1]) setTimeout(end, kill);
    });
    child.on('error', reject);
    child.on('close', () => resolve(Number(lines().at(-1)?.[0] ?? 0)));
  });
}

/** `importing` builds and publishes the items of a source meanwhile. */
type Mode = 'changing' | 'importing';

/** Tests that an engine killed so often while items are changed keeps what it acknowledged. */
export function changesSurviveKills(kills: number): void {
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'aisle-changes-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  survivesKills(kills, 'changing');
  survivesKills(Math.ceil(kills / 3), 'importing');
}

function survivesKills(kills: number, mode: Mode): void {
  it(
    `keeps every acknowledged change through ${kills} kills at any point of ${mode}`,
    { timeout: 60_000 + kills * 10_000 },
    async () => {
      const first = open();
      await publishItems(first, 'counted', []);
      await first.close();
      let done = 0;
      const generations = new Set<string>();
      for (let kill = 0; kill < kills; kill += 1) {
        const acknowledged = Math.max(done, await changeAndKill(done + 1, kill, mode));
        const engine = open();
        const { hits: all } = await engine.search('counted', everything);
        const hits = all.filter(({ item }) => item.source !== importedSource);
        const imported = all.filter(({ item }) => item.source === importedSource);
        // Those of one round, all of them.
        if (imported.length > 0) expect(imported).toHaveLength(importedCount);
        expect(new Set(imported.map(({ item }) => item.fields['code'])).size).toBeLessThanOrEqual(1);
        const found = new Map(hits.map(({ id, item }) => [id, JSON.stringify(item.fields)]));
        // The change that the kill interrupted may be there or not, but only as a whole.
        done = [acknowledged, acknowledged + 1].find((count) => isSame(found, itemsAfter(count))) ?? -1;
        expect(done, `after change ${acknowledged}: ${[...found].join(' ')}`).toBeGreaterThanOrEqual(0);
        for (const [id, fields] of found) {
          const word = /counter\d+/.exec(fields)?.[0] ?? '';
          expect((await engine.search('counted', planOf([group(word)]))).hits.map((hit) => hit.id)).toEqual([id]);
        }
        await expectColumns(engine, hits);
        generations.add((await engine.status('counted'))?.generation ?? '');
        await engine.close();
      }
      expect(done).toBeGreaterThanOrEqual(kills);
      expect(generations.size).toBeGreaterThan(1);
    },
  );
}

/** Items are filtered by the values that they show, and by no others. */
async function expectColumns(engine: SearchEngine, hits: readonly Hit[]): Promise<void> {
  for (const field of ['price', 'inStock', 'brand'])
    for (const value of new Set(hits.map(({ item }) => item.fields[field]).filter((one) => one !== undefined))) {
      const filters = [{ field, anyOf: [value as string | number | boolean] }];
      const filtered = (await engine.search('counted', { ...everything, filters })).hits.map(({ id }) => id);
      const shown = hits.filter(({ item }) => item.fields[field] === value).map(({ id }) => id);
      expect(filtered.sort(), `${field} ${String(value)}`).toEqual(shown.sort());
    }
}

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([id, fields]) => other.get(id) === fields);

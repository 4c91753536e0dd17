import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { alternative, catalogue, group, layout, planOf, publishItems, randomNumbers, words } from './catalogue.ts';
import { changeDuties, type Exactness } from './compliance-changes.ts';
import { documentDuties } from './compliance-documents.ts';
import { nameDuties } from './compliance-names.ts';
import { patchDuties } from './compliance-patches.ts';
import { queryDuties } from './compliance-queries.ts';
import { resultDuties } from './compliance-results.ts';
import { recreateDuties } from './compliance-recreate.ts';
import { randomPlans, summary } from './random-plans.ts';
import { scoreDuties } from './compliance-scores.ts';
import { sessionDuties } from './compliance-sessions.ts';
import { sourceDuties } from './compliance-sources.ts';
import { WordOracle } from './word-oracle.ts';
import { explain } from '#engine/testing/asks.ts';

/** Opens an engine on a folder of its own; opening the same folder again finds what was there. */
export type OpenEngine = (directory: string) => SearchEngine;

const itemCount = 1_500;
const analyser = createAnalyser(layout.language);

export async function allIds(engine: SearchEngine, collection: string, plan: Plan): Promise<string[]> {
  const { hits } = await engine.search(collection, { ...plan, from: 0, size: 5_000 });
  return hits.map((hit) => hit.id).sort();
}

export interface ComplianceOptions {
  readonly exactness?: Exactness;
  /** How many made-up queries find what FTS5 finds. */
  readonly randomQueries?: number;
  /** `ofWriting` leaves out what an engine that differs only in how it is written answers as the others do. */
  readonly duties?: 'all' | 'ofWriting';
}

/** Everything the port promises, asked of one engine. */
export function engineCompliance(
  name: string,
  openEngine: OpenEngine,
  { exactness = 'always', randomQueries = 300, duties = 'all' }: ComplianceOptions = {},
): void {
  describe(`${name}: the duties of a search engine`, () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'aisle-compliance-'));
    const items = [...catalogue(itemCount)];
    let engine: SearchEngine;

    beforeAll(async () => {
      engine = openEngine(directory);
      await publishItems(engine, 'products', items);
    });
    afterAll(async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    });

    it('finds exactly what FTS5 finds, for any word, all words and prefixes', async () => {
      const oracle = new WordOracle(items, analyser, false);
      const random = randomNumbers(11);
      for (let query = 0; query < randomQueries; query++) {
        const drawn = Array.from(
          { length: 1 + Math.floor(random() * 3) },
          () => words[Math.floor(random() * words.length)] ?? '',
        );
        const isAll = random() < 0.5;
        const prefix = random() < 0.4 ? drawn[0]?.slice(0, 2 + Math.floor(random() * 3)) : undefined;
        const groups = drawn.map((word, index) =>
          group(word, ...(index === 0 && prefix !== undefined ? [alternative('prefix', [prefix])] : [])),
        );
        const expression = drawn.map((word, index) =>
          index === 0 && prefix !== undefined ? `("${word}" OR "${prefix}"*)` : `"${word}"`,
        );
        const plan = planOf(groups, { minimumMatch: isAll ? groups.length : 1 });
        expect(await allIds(engine, 'products', plan), expression.join(' ')).toEqual(
          oracle.ids(expression.join(isAll ? ' AND ' : ' OR ')),
        );
      }
      oracle.close();
    });

    it('finds exactly what FTS5 finds for stems and for neighbouring words', async () => {
      const oracle = new WordOracle(items, analyser, true);
      const surface = new WordOracle(items, analyser, false);
      for (const word of words) {
        const stem = analyser.stem(word);
        const plan = planOf([{ word, alternatives: [alternative('stem', [stem])] }]);
        expect(await allIds(engine, 'products', plan), stem).toEqual(oracle.ids(`{name description}: "${stem}"`));
      }
      for (const [index, word] of words.slice(0, 40).entries()) {
        const next = words[(index * 7) % 40] ?? '';
        const plan = planOf([{ word, alternatives: [alternative('synonym', [word, next])] }]);
        expect(await allIds(engine, 'products', plan), `${word} ${next}`).toEqual(surface.ids(`"${word} ${next}"`));
      }
      oracle.close();
      surface.close();
    });

    it('answers alike whatever the order and the batches of the import', async () => {
      const random = randomNumbers(5);
      const shuffled = items
        .map((item) => ({ item, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item);
      await publishItems(engine, 'shuffled', shuffled, 37);
      for (const plan of randomPlans(60, 3)) {
        const changes = {
          facets: [
            { field: 'brand', limit: 5 },
            { field: 'price', limit: 3 },
          ],
          collapse: plan.minimumMatch === 1,
        };
        const asked = { ...plan, ...changes };
        expect(summary(await engine.search('shuffled', asked))).toEqual(summary(await engine.search('products', asked)));
      }
      await engine.drop('shuffled');
    });

    it('explains every score so that its parts add up to it exactly', async () => {
      for (const plan of randomPlans(60, 9)) {
        const { hits } = await engine.search('products', plan);
        for (const hit of hits.slice(0, 5)) {
          const explanation = await explain(engine, 'products', plan, hit.id);
          const parts = [...(explanation?.matches ?? []), ...(explanation?.phrases ?? [])];
          expect(explanation?.score).toBe(hit.score);
          expect(parts.reduce((sum, part) => sum + part.score, 0)).toBe(hit.score);
          expect(explanation?.isFound).toBe(true);
          for (const match of explanation?.matches ?? [])
            expect(match.fields.reduce((sum, field) => sum + field.score, 0)).toBe(match.score);
        }
      }
    });

    it('serves the same after a restart', async () => {
      const plan = planOf([group('garden'), group('chair')], { facets: [{ field: 'brand', limit: 10 }] });
      const before = summary(await engine.search('products', plan));
      await engine.close();
      engine = openEngine(directory);
      expect(summary(await engine.search('products', plan))).toEqual(before);
      expect((await engine.status('products'))?.itemCount).toBe(itemCount);
    });

    it('serves one whole generation at a time, and the one before it after a rollback', async () => {
      const everything = planOf([]);
      const first = await publishItems(engine, 'swapped', items.slice(0, 100));
      const build = await engine.build('swapped', layout);
      await build.add(items.slice(0, 40));
      expect((await engine.search('swapped', everything)).totalCount).toBe(100);
      await expect(engine.publish('swapped', build.generation)).rejects.toThrow('not finished');
      await build.finish();
      expect((await engine.search('swapped', everything)).totalCount).toBe(100);
      const asking = Array.from({ length: 50 }, () => engine.search('swapped', everything));
      await Promise.all([engine.publish('swapped', build.generation), ...asking]);
      for (const answer of await Promise.all(asking)) expect([40, 100]).toContain(answer.totalCount);
      expect((await engine.search('swapped', everything)).totalCount).toBe(40);
      expect(await engine.rollback('swapped')).toBe(first);
      expect((await engine.search('swapped', everything)).totalCount).toBe(100);
      await expect(engine.discard('swapped', first)).rejects.toThrow('live');
      await engine.drop('swapped');
      expect(await engine.status('swapped')).toBeNull();
      expect(await engine.rollback('swapped')).toBeNull();
    });

    it('removes a generation that was abandoned or discarded', async () => {
      const abandoned = await engine.build('removed', layout);
      await abandoned.add(items.slice(0, 10));
      await abandoned.abandon();
      await expect(engine.publish('removed', abandoned.generation)).rejects.toThrow('not finished');
      const held = await engine.build('removed', layout);
      await held.finish();
      await engine.discard('removed', held.generation);
      await expect(engine.publish('removed', held.generation)).rejects.toThrow('not finished');
    });

    it('keeps the first of two items with one id and names the other', async () => {
      const build = await engine.build('doubles', layout);
      const [item] = items;
      if (item === undefined) throw new Error('The catalogue is empty.');
      expect(await build.add([item, { ...item, fields: { name: 'second' } }])).toEqual({ duplicates: [item.id] });
      expect(await build.add([item])).toEqual({ duplicates: [item.id] });
      expect((await build.finish()).itemCount).toBe(1);
      await engine.publish('doubles', build.generation);
      expect(await engine.items('doubles', ['unknown', item.id])).toEqual([item]);
      expect(await engine.items('doubles', ['unknown'])).toEqual([]);
      await engine.drop('doubles');
    });

    it('answers with nothing for a collection that was never published', async () => {
      expect(await engine.search('nowhere', planOf([group('x')]))).toMatchObject({ hits: [], totalCount: 0, facets: [] });
      expect(await explain(engine, 'nowhere', planOf([]), 'x')).toBeNull();
      expect(await engine.items('nowhere', ['x'])).toEqual([]);
      expect(await engine.status('nowhere')).toBeNull();
      for (const name of ['../x', 'A', '', 'a/b'])
        await expect(engine.search(name, planOf([])), name).rejects.toThrow('not a name');
    });

    if (duties === 'all') {
      resultDuties(() => engine, items);
      scoreDuties(() => engine, items);
      queryDuties(() => engine);
      nameDuties(() => engine);
      documentDuties(() => engine);
    }
    const reopen = async (): Promise<void> => {
      await engine.close();
      engine = openEngine(directory);
    };
    changeDuties(exactness, () => engine, reopen);
    patchDuties(() => engine, reopen);
    sessionDuties(() => engine);
    sourceDuties(() => engine, reopen);
    recreateDuties(() => engine, reopen);
  });
}

import { expect, it } from 'vitest';
import { DatabaseSync } from 'node:sqlite';
import { createAnalyser, type Analyser } from '#engine/query/analysis/analyser.ts';
import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { explain, alternative, group, layout, planOf, publishItems, randomNumbers, words } from './catalogue.ts';
import type { Exactness } from './compliance-changes.ts';
import { randomPlans, summary } from './compare-kernel.ts';
import { plainItem } from '#engine/index/stored-item.ts';

const fields = ['name', 'description', 'code'] as const;

/** Which items have which words, by SQLite FTS5: an index that shares nothing with ours but the tokens. */
class WordOracle {
  readonly #database = new DatabaseSync(':memory:');
  readonly #ids: string[] = [];

  constructor(items: readonly Item[], analyser: Analyser, isStemmed: boolean) {
    this.#database.exec(
      `create virtual table words using fts5(${fields.join(', ')}, tokenize = "unicode61 remove_diacritics 0")`,
    );
    const insert = this.#database.prepare('insert into words (rowid, name, description, code) values (?, ?, ?, ?)');
    for (const item of items) {
      const row = fields.map((field) => {
        const tokens = analyser.indexTokens(String(item.fields[field] ?? ''));
        return (isStemmed && field !== 'code' ? tokens.map((token) => analyser.stem(token)) : tokens).join(' ');
      });
      insert.run(this.#ids.length, ...row);
      this.#ids.push(item.id);
    }
  }

  /** Ids of the items that match an FTS5 expression, sorted. */
  ids(expression: string): string[] {
    const rows = this.#database.prepare('select rowid from words where words match ?').all(expression);
    return rows.map((row) => this.#ids[Number(row.rowid)] ?? '').sort();
  }

  close(): void {
    this.#database.close();
  }
}

const analyser = createAnalyser(layout.language);

async function allIds(engine: SearchEngine, collection: string, plan: Plan): Promise<string[]> {
  const { hits } = await engine.search(collection, { ...plan, from: 0, size: 5_000 });
  return hits.map((hit) => hit.id).sort();
}

interface Basics {
  readonly engineNow: () => SearchEngine;
  /** Closes the engine and opens it again. */
  readonly reopen: () => Promise<void>;
  /** What is live in `products`. */
  readonly items: readonly Item[];
  /** How many made-up queries find what FTS5 finds. */
  readonly randomQueries: number;
  readonly exactness: Exactness;
}

/** What is found, explained, served and removed, whatever else an engine does. */
export function basicDuties({ engineNow, reopen, items, randomQueries, exactness }: Basics): void {
  it('finds exactly what FTS5 finds, for any word, all words and prefixes', async () => {
    const oracle = new WordOracle(items, analyser, false);
    const random = randomNumbers(11);
    for (let query = 0; query < randomQueries; query++) {
      const drawn = Array.from({ length: 1 + Math.floor(random() * 3) }, () => words[Math.floor(random() * words.length)] ?? '');
      const isAll = random() < 0.5;
      const prefix = random() < 0.4 ? drawn[0]?.slice(0, 2 + Math.floor(random() * 3)) : undefined;
      const groups = drawn.map((word, index) =>
        group(word, ...(index === 0 && prefix !== undefined ? [alternative('prefix', [prefix])] : [])),
      );
      const expression = drawn.map((word, index) =>
        index === 0 && prefix !== undefined ? `("${word}" OR "${prefix}"*)` : `"${word}"`,
      );
      const plan = planOf(groups, { minimumMatch: isAll ? groups.length : 1 });
      expect(await allIds(engineNow(), 'products', plan), expression.join(' ')).toEqual(
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
      expect(await allIds(engineNow(), 'products', plan), stem).toEqual(oracle.ids(`{name description}: "${stem}"`));
    }
    for (const [index, word] of words.slice(0, 40).entries()) {
      const next = words[(index * 7) % 40] ?? '';
      const plan = planOf([{ word, alternatives: [alternative('synonym', [word, next])] }]);
      expect(await allIds(engineNow(), 'products', plan), `${word} ${next}`).toEqual(surface.ids(`"${word} ${next}"`));
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
    await publishItems(engineNow(), 'shuffled', shuffled, 37);
    for (const plan of randomPlans(60, 3)) {
      const changes = {
        facets: [
          { field: 'brand', limit: 5 },
          { field: 'price', limit: 3 },
        ],
        collapse: plan.minimumMatch === 1,
      };
      const asked = { ...plan, ...changes };
      const [one, other] = await Promise.all(
        ['shuffled', 'products'].map(async (collection) => summary(await engineNow().search(collection, asked))),
      );
      const scores = ({ hits, ...rest }: typeof one & {}) => ({ ...rest, scores: hits.map(({ score }) => score) });
      expect(scores(one!)).toEqual(scores(other!));
      if (exactness === 'always') expect(one).toEqual(other);
    }
    await engineNow().drop('shuffled');
  });

  it('explains every score so that its parts add up to it', async () => {
    const same = (one: number | undefined, other: number): void =>
      exactness === 'always' ? expect(one).toBe(other) : expect(one).toBeCloseTo(other, 4);
    for (const plan of randomPlans(60, 9)) {
      const { hits } = await engineNow().search('products', plan);
      for (const hit of hits.slice(0, 5)) {
        const explanation = await explain(engineNow(), 'products', plan, hit.id);
        const parts = [...(explanation?.matches ?? []), ...(explanation?.phrases ?? [])];
        same(explanation?.score, hit.score);
        same(
          parts.reduce((sum, part) => sum + part.score, 0),
          hit.score,
        );
        expect(explanation?.isFound).toBe(true);
        for (const match of explanation?.matches ?? [])
          if (exactness === 'always' || match.fields.length > 0)
            same(
              match.fields.reduce((sum, field) => sum + field.score, 0),
              match.score,
            );
      }
    }
  });

  it('serves the same after a restart', async () => {
    const plan = planOf([group('garden'), group('chair')], { facets: [{ field: 'brand', limit: 10 }] });
    const before = summary(await engineNow().search('products', plan));
    await reopen();
    expect(summary(await engineNow().search('products', plan))).toEqual(before);
    expect((await engineNow().status('products'))?.itemCount).toBe(items.length);
  });

  it('serves one whole generation at a time, and the one before it after a rollback', async () => {
    const everything = planOf([]);
    const first = await publishItems(engineNow(), 'swapped', items.slice(0, 100));
    const build = await engineNow().build('swapped', layout);
    await build.add(items.slice(0, 40));
    expect((await engineNow().search('swapped', everything)).totalCount).toBe(100);
    await expect(engineNow().publish('swapped', build.generation)).rejects.toThrow('not finished');
    await build.finish();
    expect((await engineNow().search('swapped', everything)).totalCount).toBe(100);
    const asking = Array.from({ length: 50 }, () => engineNow().search('swapped', everything));
    await Promise.all([engineNow().publish('swapped', build.generation), ...asking]);
    for (const answer of await Promise.all(asking)) expect([40, 100]).toContain(answer.totalCount);
    expect((await engineNow().search('swapped', everything)).totalCount).toBe(40);
    expect(await engineNow().rollback('swapped')).toBe(first);
    expect((await engineNow().search('swapped', everything)).totalCount).toBe(100);
    await expect(engineNow().discard('swapped', first)).rejects.toThrow('live');
    await engineNow().drop('swapped');
    expect(await engineNow().status('swapped')).toBeNull();
    expect(await engineNow().rollback('swapped')).toBeNull();
  });

  it('removes a generation that was abandoned or discarded', async () => {
    const abandoned = await engineNow().build('removed', layout);
    await abandoned.add(items.slice(0, 10));
    await abandoned.abandon();
    await expect(engineNow().publish('removed', abandoned.generation)).rejects.toThrow('not finished');
    const held = await engineNow().build('removed', layout);
    await held.finish();
    await engineNow().discard('removed', held.generation);
    await expect(engineNow().publish('removed', held.generation)).rejects.toThrow('not finished');
  });

  it('keeps the first of two items with one id and names the other', async () => {
    const build = await engineNow().build('doubles', layout);
    const [item] = items;
    if (item === undefined) throw new Error('The catalogue is empty.');
    expect(await build.add([item, { ...item, fields: { name: 'second' } }])).toEqual({ duplicates: [item.id] });
    expect(await build.add([item])).toEqual({ duplicates: [item.id] });
    expect((await build.finish()).itemCount).toBe(1);
    await engineNow().publish('doubles', build.generation);
    expect((await engineNow().items('doubles', ['unknown', item.id])).map(plainItem)).toEqual([item]);
    expect(await engineNow().items('doubles', ['unknown'])).toEqual([]);
    await engineNow().drop('doubles');
  });

  it('answers with nothing for a collection that was never published', async () => {
    expect(await engineNow().search('nowhere', planOf([group('x')]))).toMatchObject({ hits: [], totalCount: 0, facets: [] });
    expect(await explain(engineNow(), 'nowhere', planOf([]), 'x')).toBeNull();
    expect(await engineNow().items('nowhere', ['x'])).toEqual([]);
    expect(await engineNow().status('nowhere')).toBeNull();
    for (const name of ['../x', 'A', '', 'a/b'])
      await expect(engineNow().search(name, planOf([])), name).rejects.toThrow('not a name');
  });
}

import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { type SearchEngine, type SearchSession, inSession } from '#engine/port.ts';
import { resolveSearch } from '#engine/query/resolve/resolve-search.ts';
import { group, planOf, publishItems } from './catalogue.ts';
import { plainItem } from '#engine/index/stored-item.ts';

const collection = 'pinned';
const count = 30;

/** The words of a generation are its own but for `lamp`. */
const itemsOf = (word: string): Item[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `${word}-${number}`,
    fields: { name: `lamp ${word}`, description: word },
  }));
const lamps = planOf([group('lamp')], { facets: [{ field: 'price', limit: 5 }], size: 100 });
/** Nothing has the second word, and too few have both, so it is corrected and asked again with fewer words. */
const resolved = {
  plan: planOf([group('lamp'), group('gardne')], { minimumMatch: 2, size: 100 }),
  text: 'lamp gardne',
  language: 'en',
};

/** The part of the duties that is about searches of several asks. */
export function sessionDuties(engineNow: () => SearchEngine): void {
  const publish = (word: string): Promise<string> => publishItems(engineNow(), collection, itemsOf(word));
  const idsOf = async (session: SearchSession): Promise<string[]> => (await session.search(lamps)).hits.map(({ id }) => id);
  const allOf = (word: string): string[] =>
    itemsOf(word)
      .map(({ id }) => id)
      .sort();

  it('answers all that one search asks of one generation, though another one goes live meanwhile', async () => {
    await publish('garden');
    await inSession(engineNow(), collection, async (session) => {
      expect((await idsOf(session)).sort()).toEqual(allOf('garden'));
      await publish('kitchen');
      expect((await idsOf(session)).sort()).toEqual(allOf('garden'));
      expect(await session.terms('k', 5)).toEqual([]);
      expect((await session.terms('gar', 5)).map(({ term }) => term)).toEqual(['garden']);
      expect((await session.similarTerms(['gadren', 'kithcen'], 5)).map((found) => found.map(({ term }) => term))).toEqual([
        ['garden'],
        [],
      ]);
      expect(await session.counts([lamps, planOf([group('kitchen')])])).toEqual([count, 0]);
      expect(await session.firstWith(1, [planOf([group('kitchen')]), planOf([group('garden')])])).toBe(1);
      expect(await session.unknownGroups(planOf([group('kitchen'), group('garden')]))).toEqual([0]);
      expect((await session.items(['garden-3', 'kitchen-3'])).map(plainItem)).toEqual([itemsOf('garden')[3]]);
      expect(await session.knownIds(['garden-3', 'kitchen-3', 'garden-1'])).toEqual(['garden-3', 'garden-1']);
      expect(await session.knownIds([])).toEqual([]);
      expect((await session.explain(lamps, 'garden-3'))?.isFound).toBe(true);
      expect(await session.explain(lamps, 'kitchen-3')).toBeNull();
      const { hits, correctedQuery } = await session.resolve({ ...resolved, highlightStemmed: null });
      expect([hits.length, correctedQuery]).toEqual([count, 'lamp garden']);
    });
    expect(await inSession(engineNow(), collection, async (session) => (await idsOf(session)).sort())).toEqual(allOf('kitchen'));
    await engineNow().drop(collection);
  });

  it('resolves a query with one generation, though another one goes live after its first ask', async () => {
    await publish('garden');
    const found = await inSession(engineNow(), collection, (session) => {
      let isFirst = true;
      const asked = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
        await answer;
        if (isFirst) await publish('kitchen');
        isFirst = false;
        return answer;
      };
      return resolveSearch(
        {
          search: (plan) => asked(session.search(plan)),
          unknownGroups: (plan) => asked(session.unknownGroups(plan)),
          firstWith: (least, plans) => asked(session.firstWith(least, plans)),
          counts: (plans) => asked(session.counts(plans)),
          similarTerms: (words, limit) => asked(session.similarTerms(words, limit)),
        },
        { ...resolved, highlightStemmed: ['name'] },
      );
    });
    expect(found.hits.map(({ id }) => id).sort()).toEqual(allOf('garden'));
    expect(found.correctedQuery).toBe('lamp garden');
    expect(found.highlights?.get('garden-0')).toMatchObject({ description: [[{ text: 'garden', isMatch: true }]] });
    await engineNow().drop(collection);
  });

  it('answers of the generation it began with, or not at all, once that is deleted', async () => {
    await publish('garden');
    await inSession(engineNow(), collection, async (session) => {
      await idsOf(session);
      await publish('kitchen');
      await publish('cellar');
      const answer = await idsOf(session).then(
        (ids) => ids.sort(),
        (error: unknown) => error,
      );
      if (!(answer instanceof SearchDownError)) expect(answer).toEqual(allOf('garden'));
    });
    await engineNow().drop(collection);
  });

  it('asks nothing more once a search is cancelled', async () => {
    await publish('garden');
    const leaving = new AbortController();
    const reason = new Error('The client is gone.');
    await inSession(
      engineNow(),
      collection,
      async (session) => {
        await idsOf(session);
        leaving.abort(reason);
        await expect(session.search(lamps)).rejects.toBe(reason);
        await expect(session.resolve({ ...resolved, highlightStemmed: null })).rejects.toBe(reason);
      },
      leaving.signal,
    );
    await expect(engineNow().open(collection, leaving.signal)).rejects.toBe(reason);
    expect((await engineNow().search(collection, lamps)).totalCount).toBe(count);
    await engineNow().drop(collection);
  });
}

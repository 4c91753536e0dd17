import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { fewItems } from '#contract/values/match-rate.ts';
import { stopwordSet, compileStopwords } from '#engine/query/stopword-rule.ts';
import { defaultRelevance } from '#engine/query/default-relevance.ts';
import type { Rule, SearchRequest } from '#engine/query/pipeline.ts';
import { type Hit, type SearchEngine, inSession, type SearchSession } from '#engine/port.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { explainItem, runSearch, type SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { group, planOf, publishItems } from './catalogue.ts';
import { plainItem } from '#engine/index/stored-item.ts';

const collection = 'queries';
const text = { type: 'text', searchable: true, stemmer: true, facet: false, path: false } as const;
const relevance: CollectionRelevance = {
  layout: {
    language: 'cs',
    fields: [
      { ...text, name: 'name' },
      { ...text, name: 'description' },
    ],
    groupField: null,
  },
  fields: {
    name: defaultRelevance('name', 'text', ['Židle']),
    description: defaultRelevance('description', 'text', ['Židle na zahradu']),
  },
  relevantRate: 100,
  forcesStopwords: true,
  lowersUnwanted: false,
};

/** So many that nothing is found by fewer words instead. */
const chairs = Array.from({ length: fewItems + 4 }, (_, number): Item => ({
  id: `chair-${number}`,
  fields: { name: `Skládací židle ${number}`, description: 'Vhodná zahradu i terasu.' },
}));
const passports = Array.from({ length: 60 }, (_, number): Item => ({
  id: `passport-${number}`,
  fields: { name: number % 2 === 0 ? 'Pas' : `Kožený obal: pas číslo ${number}` },
}));
/** Their names are longer than those of half of the passports. */
const belts = Array.from({ length: 20 }, (_, number): Item => ({
  id: `belt-${number}`,
  fields: { name: number < 10 ? `<b>Pás</b> bederní ${number}` : `Bederní p&aacute;s ${number}` },
}));
const longWord = 'ěščřž'.repeat(2_000);
const items: readonly Item[] = [
  ...chairs,
  ...passports,
  ...belts,
  { id: 'long-word', fields: { name: `Hadice ${longWord}` } },
  { id: 'glue', fields: { name: 'Lepidlo', description: 'Sad lepí, sad drží, sad' } },
  { id: 'orchard', fields: { name: 'Sad v malířství' } },
  ...Array.from({ length: 8 }, (_, number): Item => ({
    id: `set-${number}`,
    fields: { name: `Velká dílenská sada bitů ${number}` },
  })),
  { id: 'table', fields: { name: 'Stůl na zahradu', description: 'Ze dřeva.' } },
];
const stopwords = compileStopwords(stopwordSet('cs'), analyserOf('cs'));

/** What comes of a query is the same for every engine: texts go through the whole pipeline here. */
export function queryDuties(engineOf: () => SearchEngine): void {
  describe('queries in Czech', () => {
    const ask = (
      query: string,
      settings: Partial<CollectionRelevance> = {},
      page: Partial<SearchRequest> = {},
      more: readonly Rule[] = [],
    ): Promise<SearchAnswer> => {
      const request = { query, filters: [], facets: [], sort: [], page: 1, perPage: 20, today: 0, ...page };
      return inSession(engineOf(), collection, (session) =>
        runSearch(session, { ...relevance, ...settings }, [stopwords, ...more], request),
      );
    };

    beforeAll(async () => {
      const build = await engineOf().build(collection, relevance.layout);
      await build.add(items);
      await build.finish();
      await engineOf().publish(collection, build.generation);
    });

    it('leave out stop words where the collection forces them, and only there', async () => {
      const forced = await ask('židle na zahradu ');
      expect(forced).toMatchObject({ relaxed: false, totalCount: chairs.length });
      expect(forced.trace.map(({ step }) => step)).toContain('stopwords');
      const asked = await ask('židle na zahradu ', { forcesStopwords: false });
      expect(asked.relaxed).toBe(true);
      expect(asked.trace.map(({ step }) => step)).not.toContain('stopwords');
      expect((await ask('na ')).hits.map(({ id }) => id)).toEqual(['table']);
    });

    it('find names that go on as typed before descriptions that have it as a word, while it is typed', async () => {
      const idsOf = async (query: string): Promise<string[]> =>
        (await ask(query, {}, { isTyping: true })).hits.map(({ id }) => id.replace(/\d/, ''));
      expect(await idsOf('sad')).toEqual(['orchard', ...Array.from({ length: 8 }, () => 'set-'), 'glue']);
      expect(await idsOf('velká sad')).toEqual(Array.from({ length: 8 }, () => 'set-'));
    });

    it('say how many items have all words, and what others on the page lack, but not while a query is typed', async () => {
      const lenient = { relevantRate: 50 } as const;
      const answer = await ask('bederní Stůl ', lenient);
      expect(answer).toMatchObject({ totalCount: belts.length + 1, allWordsCount: 0 });
      expect(answer.missingWords?.get('belt-3')).toEqual(['stůl']);
      expect((await ask('bederní stůl ', lenient, { perPage: 30 })).missingWords?.get('table')).toEqual(['bederní']);

      const some = await ask('skládací zahradu ', lenient, { perPage: 100 });
      expect(some).toMatchObject({ totalCount: chairs.length + 1, allWordsCount: chairs.length });
      expect([...(some.missingWords ?? [])]).toEqual([['table', ['skládací']]]);
      const many = await ask('bederní pás ', lenient, { perPage: 200 });
      expect(many.allWordsCount).toBe(belts.length);
      expect([...many.missingWords!.keys()].every((id) => id.startsWith('passport'))).toBe(true);
      const whole = await ask('bederní pás ', { relevantRate: 100 }, { perPage: 1 });
      expect(whole).toMatchObject({ relaxed: true, totalCount: many.totalCount });
      const typing = await ask('skládací zahradu ', lenient, { isTyping: true });
      for (const other of [whole, typing, await ask('skládací ', lenient)])
        expect([other.allWordsCount, other.missingWords]).toEqual([undefined, undefined]);
    });

    const isBelt = ({ id }: Hit): boolean => id.startsWith('belt');

    it('find words in any spelling, and first among the best as they were typed with diacritics', async () => {
      expect((await ask('pas ')).hits.some(isBelt)).toBe(false);
      expect((await ask('pas ')).totalCount).toBe(belts.length + passports.length);
      const typed = await ask('pás ');
      expect(typed.totalCount).toBe(belts.length + passports.length);
      expect(typed.hits.every(isBelt)).toBe(true);
      expect(typed.trace).toContainEqual({ step: 'spelling', before: 'pas', after: 'pás' });
    });

    it('may be a word of thousands of letters, as items have them, or one of them', async () => {
      const idsOf = async (query: string): Promise<string[]> => (await ask(query)).hits.map(({ id }) => id);
      expect(await idsOf(`${longWord} `)).toEqual(['long-word']);
      expect(await idsOf(longWord)).toEqual(['long-word']);
      expect(await idsOf(`hadice ${longWord}`)).toEqual(['long-word']);
      expect(await idsOf(longWord.replaceAll('ě', 'w'))).toEqual([]);
    });

    it('explain what an item lost by its spelling', async () => {
      const request = { query: 'pás ', filters: [], facets: [], sort: [], page: 1, perPage: 100, today: 0 };
      const { hits } = await inSession(engineOf(), collection, (session) => runSearch(session, relevance, [], request));
      const passport = hits.find((hit) => !isBelt(hit))!;
      const explained = async (id: string) =>
        (await inSession(engineOf(), collection, (session) => explainItem(session, relevance, [], request, id))).explanation!;
      const { score, matches, spelling } = await explained(passport.id);
      expect(score).toBe(passport.score);
      expect(spelling).toEqual({ words: ['pás'], score: score - matches[0]!.score });
      expect(spelling!.score).toBeLessThan(0);
      expect((await explained('belt-3')).spelling).toBeNull();
    });

    describe('with items that are promoted for them', () => {
      const promote = (...promoted: string[]): Rule => ({
        stage: 'curations',
        apply: (draft) => ({ ...draft, promoted, hidden: ['chair-0'] }),
      });
      const curated = (query: string, ...promoted: string[]) => ask(query, {}, { perPage: 200 }, [promote(...promoted)]);
      const idsOf = ({ hits }: SearchAnswer): string[] => hits.map(({ id }) => id);

      it('ask for as few words as they would without them', async () => {
        for (const query of ['skládací židle qqxxzz ', 'skládací židle na zahradu ', 'židle bederní pás ']) {
          const plain = await ask(query, {}, { perPage: 200 });
          const answer = await curated(query, 'table', 'chair-3');
          expect(answer.relaxed).toBe(plain.relaxed);
          expect(idsOf(answer)).toEqual([
            'table',
            'chair-3',
            ...idsOf(plain).filter((id) => id !== 'chair-3' && id !== 'chair-0' && id !== 'table'),
          ]);
          expect(answer.totalCount).toBe(answer.hits.length);
        }
      });

      it('find these as they were typed, also where their words are corrected', async () => {
        expect((await ask('zidlle ')).foundAsTyped).toBe(0);
        expect((await curated('zidlle ', 'table', 'gone', 'chair-7')).foundAsTyped).toBe(2);
        expect((await curated('zidlle ', 'gone')).foundAsTyped).toBe(0);
        expect((await curated('židle zidlle ', 'table')).foundAsTyped).toBe(1);
      });
    });

    it('show where their words stand, in other forms and corrected, in the items of the page only', async () => {
      const answer = await ask('skladaci zidlle ', {}, { perPage: 3, wantsHighlights: true });
      expect([...answer.highlights!.keys()]).toEqual(answer.hits.map(({ id }) => id));
      const [first] = answer.hits;
      expect(answer.highlights!.get(first!.id)).toEqual({
        name: [
          [
            { text: 'Skládací', isMatch: true },
            { text: ' ', isMatch: false },
            { text: 'židle', isMatch: true },
            { text: ` ${first!.id.slice('chair-'.length)}`, isMatch: false },
          ],
        ],
      });
      const { highlights } = await ask('zahradou ', {}, { perPage: 200, wantsHighlights: true });
      expect(highlights!.get('chair-1')?.['description']).toEqual([
        [
          { text: 'Vhodná ', isMatch: false },
          { text: 'zahradu', isMatch: true },
          { text: ' i terasu.', isMatch: false },
        ],
      ]);
      expect((await ask('židle ')).highlights).toBeNull();
    });
  });
}

const sessioned = 'pinned';
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
  const publish = (word: string): Promise<string> => publishItems(engineNow(), sessioned, itemsOf(word));
  const idsOf = async (session: SearchSession): Promise<string[]> => (await session.search(lamps)).hits.map(({ id }) => id);
  const allOf = (word: string): string[] =>
    itemsOf(word)
      .map(({ id }) => id)
      .sort();

  it('answers all asks of a search from one generation, though another one goes live', async () => {
    await publish('garden');
    await inSession(engineNow(), sessioned, async (session) => {
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
    expect(await inSession(engineNow(), sessioned, async (session) => (await idsOf(session)).sort())).toEqual(allOf('kitchen'));
    await engineNow().drop(sessioned);
  });

  it('answers of the generation it began with, or not at all, once that is deleted', async () => {
    await publish('garden');
    await inSession(engineNow(), sessioned, async (session) => {
      await idsOf(session);
      await publish('kitchen');
      await publish('cellar');
      const answer = await idsOf(session).then(
        (ids) => ids.sort(),
        (error: unknown) => error,
      );
      if (!(answer instanceof SearchDownError)) expect(answer).toEqual(allOf('garden'));
    });
    await engineNow().drop(sessioned);
  });

  it('asks nothing more once a search is cancelled', async () => {
    await publish('garden');
    const leaving = new AbortController();
    const reason = new Error('The client is gone.');
    await inSession(
      engineNow(),
      sessioned,
      async (session) => {
        await idsOf(session);
        leaving.abort(reason);
        await expect(Promise.try(() => session.search(lamps))).rejects.toBe(reason);
        await expect(Promise.try(() => session.resolve({ ...resolved, highlightStemmed: null }))).rejects.toBe(reason);
      },
      leaving.signal,
    );
    await expect(Promise.try(() => engineNow().open(sessioned, leaving.signal))).rejects.toBe(reason);
    expect((await engineNow().search(sessioned, lamps)).totalCount).toBe(count);
    await engineNow().drop(sessioned);
  });
}

import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import { type SearchEngine, inSession } from '#engine/port.ts';
import { type CollectionRelevance, type FieldRelevance, notSearched } from '#engine/query/relevance.ts';
import { searchFields } from '#engine/query/query-plan.ts';
import { explainItem, runSearch } from '#engine/query/resolve/run-search.ts';
import type { Plan, SearchField } from '#engine/plan.ts';
import { group, planOf } from './catalogue.ts';

const collection = 'fields';
const text = { type: 'text', searchable: true, facet: false, path: false } as const;
/** What is asked of `title` must not be found by it, so that `note` alone decides. */
const plain: FieldRelevance = { ...notSearched, searchable: true, weight: 10, stemmer: true };
const layout: CollectionRelevance['layout'] = {
  language: 'en',
  groupField: null,
  fields: [
    { ...text, name: 'title', stemmer: true },
    { ...text, name: 'note', stemmer: true },
    { ...text, name: 'code', stemmer: false },
    { ...text, name: 'price', type: 'float', searchable: false, stemmer: false, facet: true },
  ],
};

const items: readonly Item[] = [
  { id: 'umbrella', fields: { note: 'umbrella' } },
  { id: 'in-title', fields: { title: 'kettle', note: 'steel' } },
  { id: 'in-note', fields: { title: 'steel', note: 'kettle' } },
  { id: 'power-bank', fields: { note: 'power bank' } },
  { id: 'headset', fields: { note: 'headset' } },
  { id: 'split-in-title', fields: { title: 'fire place' } },
  { id: 'one-apart', fields: { note: 'fire tv stick' } },
  { id: 'two-apart', fields: { note: 'fire hot tv stick' } },
  { id: 'turned', fields: { note: 'stick tv fire' } },
  { id: 'joined', fields: { title: 'toothbrush', note: 'tooth brush' } },
  { id: 'chairs', fields: { note: 'chairs' } },
  { id: 'sofas', fields: { code: 'sofas' } },
  { id: 'apart', fields: { note: 'hose for garden' } },
  { id: 'beside', fields: { note: 'for garden hose' } },
  { id: 'placed', fields: { title: 'lamps', note: 'desk lamps', code: 'desk lamps' } },
  { id: 'cheap', fields: { title: 'spade', price: 1 } },
  { id: 'dear', fields: { title: 'spade', price: 9 } },
];

const boost: Rule = {
  stage: 'boosts',
  apply: (draft) => ({
    ...draft,
    boosts: [{ kind: 'functional', field: 'price', curve: 'linear', operation: 'multiply', factor: 1 }],
  }),
};
const knowsPhrase: Rule = { stage: 'phrases', apply: (draft) => ({ ...draft, knownPairs: [0] }) };

/** Each property of a field decides in that field, and in no other one. */
export function fieldDuties(engineOf: () => SearchEngine): void {
  describe('fields', () => {
    const relevanceOf = (note: Partial<FieldRelevance>, others: Record<string, FieldRelevance> = {}): CollectionRelevance => ({
      layout,
      fields: { title: plain, note: { ...plain, ...note }, ...others },
      relevantRate: 100,
      forcesStopwords: false,
      lowersUnwanted: false,
    });
    const requestFor = (query: string): DatedRequest => ({
      query,
      filters: [],
      facets: [],
      sort: [],
      page: 1,
      perPage: 20,
      today: 0,
    });
    const ask = async (query: string, relevance: CollectionRelevance, rules: readonly Rule[] = []) =>
      (await inSession(engineOf(), collection, (session) => runSearch(session, relevance, rules, requestFor(query)))).hits;
    const idsOf = async (...of: Parameters<typeof ask>): Promise<string[]> => (await ask(...of)).map(({ id }) => id);
    const scoreOf = async (id: string, ...of: Parameters<typeof ask>): Promise<number> =>
      (await ask(...of)).find((hit) => hit.id === id)?.score ?? 0;

    beforeAll(async () => {
      const build = await engineOf().build(collection, layout);
      await build.add(items);
      await build.finish();
      await engineOf().publish(collection, build.generation);
    });

    it.each([
      ['is searched only where it is set to be', 'umbrella ', 'umbrella', { searchable: true }, { searchable: false }],
      ['finds beginnings of words only with a wildcard weight', 'umbre', 'umbrella', { wildcard: 0.5 }, { wildcard: 0 }],
      ['finds typos only where they are allowed', 'umbrela ', 'umbrella', { fuzzy: true }, { fuzzy: false }],
      ['finds words apart that were typed as one', 'powerbank ', 'power-bank', { shingle: true }, { shingle: false }],
      ['finds parts of a word one word apart', 'firestick ', 'one-apart', { shingle: true }, { shingle: false }],
      ['finds words as one that were typed apart', 'head set ', 'headset', { shingle: true }, { shingle: false }],
    ])('%s', async (_fact, query, id, on, off) => {
      expect(await idsOf(query, relevanceOf(on))).toEqual([id]);
      expect(await idsOf(query, relevanceOf(off))).toEqual([]);
    });

    it('goes on with words of the wanted fields, as many items as have them there', async () => {
      const goOn = async (relevance: CollectionRelevance | null, limit = 5) => {
        const fields = relevance && searchFields(relevance);
        const found = await inSession(engineOf(), collection, (session) => session.terms('st', limit, fields));
        return found.map(({ term, itemCount }) => [term, itemCount]);
      };
      const all = [
        ['stick', 3],
        ['steel', 2],
      ];
      const onlyTitle = relevanceOf({ searchable: false });
      for (const _time of [1, 2]) {
        expect(await goOn(null)).toEqual(all);
        expect(await goOn(relevanceOf({}))).toEqual(all);
        expect(await goOn(relevanceOf({}), 1)).toEqual(all.slice(0, 1));
        expect(await goOn(onlyTitle)).toEqual([['steel', 1]]);
      }
    });

    it('goes on with words of the items that have others, in the wanted fields', async () => {
      const fields = searchFields(relevanceOf({}));
      const among = (word: string, own: readonly SearchField[] = fields) => planOf([group(word)], { fields: own });
      const goOn = async (prefix: string, plan: Plan, counted: readonly SearchField[] | null = null) => {
        const found = await inSession(engineOf(), collection, (session) => session.terms(prefix, 5, counted, plan));
        return found.map(({ term, itemCount }) => [term, itemCount]);
      };
      expect(await goOn('st', among('fire'))).toEqual([['stick', 3]]);
      expect(await goOn('st', among('kettle'))).toEqual([['steel', 2]]);
      expect(await goOn('st', among('umbrella'))).toEqual([]);
      const title = searchFields(relevanceOf({ searchable: false }));
      expect(await goOn('st', among('fire', title), title)).toEqual([]);
    });

    it('finds other spellings in fields that look for them, not in those beside', async () => {
      expect(await idsOf('fireplace ', relevanceOf({ shingle: true }))).toEqual([]);
      const inTitle = await idsOf('fireplace ', relevanceOf({}, { title: { ...plain, shingle: true } }));
      expect(inTitle).toEqual(['split-in-title']);
      const [joined] = await ask('tooth brush ', relevanceOf({ shingle: true }));
      const [apart] = await ask('tooth brush ', relevanceOf({}));
      expect(joined).toMatchObject({ id: 'joined', score: apart?.score });
    });

    it('finds other forms only in fields that are indexed by stems', async () => {
      expect(await idsOf('chair ', relevanceOf({}))).toEqual(['chairs']);
      expect(await idsOf('sofa ', relevanceOf({}, { code: plain }))).toEqual([]);
      expect(await idsOf('sofas ', relevanceOf({}, { code: plain }))).toEqual(['sofas']);
    });

    it('counts a corrected word in all fields and forms, a little less than a typed one', async () => {
      const corrects = relevanceOf({}, { title: { ...plain, fuzzy: true } });
      expect(new Set(await idsOf('kettel ', corrects))).toEqual(new Set(['in-title', 'in-note']));
      const [typed, mistyped] = [await scoreOf('dear', 'spade ', corrects), await scoreOf('dear', 'spdae ', corrects)];
      expect(mistyped / typed).toBeCloseTo(0.9, 2);
    });

    it('puts first what the heavier field has', async () => {
      expect(await idsOf('kettle ', relevanceOf({ weight: 2 }))).toEqual(['in-title', 'in-note']);
      expect(await idsOf('kettle ', relevanceOf({ weight: 50 }))).toEqual(['in-note', 'in-title']);
    });

    it('counts a beginning less by its wildcard weight', async () => {
      const score = (wildcard: number) => scoreOf('umbrella', 'umbre', relevanceOf({ wildcard }));
      expect(await score(0.2)).toBeLessThan(await score(0.8));
    });

    it('rewards neighbours by the phrase weight, and those of known phrases alone where that is asked', async () => {
      const query = 'garden hose ';
      const gap = async (note: Partial<FieldRelevance>, rules: readonly Rule[] = []) =>
        (await scoreOf('beside', query, relevanceOf(note), rules)) - (await scoreOf('apart', query, relevanceOf(note), rules));
      expect(await gap({ phraseWeight: 0 })).toBe(0);
      const one = await gap({ phraseWeight: 0.2 });
      expect(one).toBeGreaterThan(0);
      expect(await gap({ phraseWeight: 0.4 })).toBeCloseTo(2 * one, 3);
      expect(await gap({ phraseWeight: 0.2, userPhraseCheck: true })).toBe(0);
      expect(await gap({ phraseWeight: 0.2, userPhraseCheck: true }, [knowsPhrase])).toBe(one);
    });

    it('rewards neighbours by nothing that the field itself is not asked for', async () => {
      const phrasesFor = async (query: string, relevance: CollectionRelevance) => {
        const found = await inSession(engineOf(), collection, (session) =>
          explainItem(session, relevance, [], requestFor(query), 'placed'),
        );
        expect(found.explanation?.isFound).toBe(true);
        return found.explanation?.phrases.map(({ field }) => field);
      };
      const asked = { ...plain, wildcard: 1, fuzzy: true };
      const rewarding = { ...plain, phraseWeight: 0.5 };
      const beginning = (note: Partial<FieldRelevance>) =>
        phrasesFor('desk lamp', { ...relevanceOf({}, { title: asked, note: { ...rewarding, ...note }, code: plain }) });
      expect(await beginning({ wildcard: 1 })).toEqual(['note']);
      const stemmedAlone = relevanceOf({}, { title: asked, note: plain, code: rewarding });
      expect(await phrasesFor('desk lamp ', stemmedAlone)).toEqual([]);
      expect(await phrasesFor('desk lamps ', stemmedAlone)).toEqual(['code']);
      expect(await phrasesFor('desk lmps ', relevanceOf({}, { title: asked, note: rewarding, code: plain }))).toEqual(['note']);
    });

    it('is boosted by only where boosts may use it', async () => {
      const boosted = (boostable: boolean) => ask('spade ', relevanceOf({}, { price: { ...notSearched, boostable } }), [boost]);
      const [first, second] = await boosted(true);
      expect([first?.id, second?.id]).toEqual(['dear', 'cheap']);
      expect(first!.score / second!.score).toBeCloseTo(9, 2);
      const scores = new Set((await boosted(false)).map(({ score }) => score));
      expect(scores.size).toBe(1);
    });
  });
}

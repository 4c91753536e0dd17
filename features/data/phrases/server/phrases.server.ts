import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import {
  defaultBoost,
  minePhrases,
  type PhraseInput,
  phrases,
  readPhraseEffect,
  setPhraseBoost,
  setPhraseVisibility,
  setVisibilityOfPhrases,
  type PhraseEffect,
} from '#features/data/phrases/phrases.contract.ts';
import { compilePhrases, phraseRule } from './phrases.rule.ts';
import { requestPhrases, runPhrases, stemsOf } from './phrases.service.ts';
import { type PhraseFields, phraseRows } from './phrases.store.ts';
import type { App } from '#server/app/app.ts';
import { serveRulesWith } from '#server/crud/serve-rows.ts';
import type { Complete, InputWay } from '#server/rules/rows/row-import.ts';
import { collectionOf, type RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';
import type { Rule, SearchRequest } from '#engine/query/pipeline.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { usualSuggestions } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { searchDataOf } from '#server/search/search-data.ts';

const shownItems = 6;
const lookedThrough = 100;
const shownWords = 3;

interface Shop {
  readonly rules: readonly Rule[];
  readonly rulesWithout: readonly Rule[];
  readonly relevance: CollectionRelevance;
  readonly search: (request: SearchRequest, rules: readonly Rule[]) => Promise<SearchAnswer>;
}

export async function phraseEffect(
  phrase: string,
  { rules, rulesWithout, relevance, search }: Shop,
): Promise<Omit<PhraseEffect, 'phrase'>> {
  const [found, foundWithout] = await Promise.all([
    search(plainRequest(phrase, shownItems), rules),
    search(plainRequest(phrase, lookedThrough), rulesWithout),
  ]);
  const places = new Map(foundWithout.hits.map(({ id }, at) => [id, at + 1]));
  const shown = new Set(found.hits.map(({ id }) => id));
  const first = { ...foundWithout, hits: foundWithout.hits.slice(0, shownItems) };
  return {
    beginnings: beginningsOf(phrase, rules),
    total_count: found.totalCount,
    items: searchDataOf(found).items.map((item) => ({ item, place_without: places.get(item.id) ?? null })),
    gone: searchDataOf(first).items.flatMap((item, at) => (shown.has(item.id) ? [] : [{ item, place_without: at + 1 }])),
    checked_fields: Object.entries(relevance.fields)
      .filter(([, { searchable, phraseWeight, userPhraseCheck }]) => searchable && phraseWeight > 0 && userPhraseCheck)
      .map(([name]) => name),
  };
}

/** For each word, the prefixes at which its rank changes, until it is first. */
export function beginningsOf(phrase: string, rules: readonly Rule[]): PhraseEffect['beginnings'] {
  const placeFor = (typed: string): number => {
    const suggested = rules.flatMap((rule) => rule.suggest?.(typed, usualSuggestions) ?? []).slice(0, usualSuggestions);
    return suggested.findIndex(({ text }) => text === phrase) + 1;
  };
  const beginnings: { readonly typed: string; readonly place: number }[] = [];
  for (const { index } of [...phrase.matchAll(/\S+/g)].slice(0, shownWords)) {
    for (let end = index + 1; end <= phrase.length; end += 1) {
      const typed = phrase.slice(index, end).toLowerCase();
      const place = typed.endsWith(' ') ? 0 : placeFor(typed);
      const isMoved = place > 0 && beginnings.findLast((one) => typed.startsWith(one.typed))?.place !== place;
      if (isMoved) beginnings.push({ typed, place });
      if (place === 1) break;
    }
  }
  return beginnings;
}

export function servePhrases(app: App): void {
  const rows = phraseRows(app.db);
  const rule = { key: 'phrases', table: 'phrase', nameOf: ({ phrase }: PhraseFields) => phrase, ...phraseRule } as const;
  runPhrases(app);

  /** Found phrases keep their spelling; typed ones count their items, but for a project file, which comes before its items. */
  async function completing(scope: RowScope, db: Database, way: InputWay): Promise<Complete<PhraseFields, PhraseInput>> {
    const analyser = await projectAnalyser(db, scope);
    return async ({ phrase, boost, is_visible }, storedAs) => {
      const stems = stemsOf(analyser, phrase);
      if (stems === '') throw failField('phrase', 'noWord');
      const stored = storedAs(stems);
      const isAdded = (stored?.source ?? 'added') === 'added';
      const decided = { boost, is_visible, is_decided: true };
      const added = { phrase, ...decided, stems, source: 'added', item_count: 0, search_count: 0 } as const;
      if (way === 'project') return isAdded ? { ...added, ...countsOf(stored) } : { ...added, ...stored, ...decided };
      if (stored?.stems === stems) return { ...stored, ...decided, phrase: isAdded ? phrase : stored.phrase };
      if (!isAdded) throw fail('phraseNotAdded');
      const { totalCount } = await inCollection(app, scope, foundIn(scope.collectionId, 'collection'), (search) =>
        search.find(plainRequest(phrase, 1)),
      );
      return { ...added, item_count: totalCount };
    };
  }

  const { update, updateMany } = serveRulesWith(app, phrases, phraseRows, rule, {
    shown: (all) => [...all],
    completing,
  });
  serve(app, setPhraseVisibility, ({ id, is_visible }, who) =>
    update(who, id, (fields) => ({ ...fields, is_visible, is_decided: true })),
  );
  serve(app, setVisibilityOfPhrases, async ({ ids, is_visible }, who) => ({
    ids: await updateMany(who, ids, (fields) => ({ ...fields, is_visible, is_decided: true })),
  }));
  // A boosted phrase is meant to be suggested.
  serve(app, setPhraseBoost, ({ id, boost }, who) =>
    update(who, id, (fields) =>
      fields.is_decided || boost === defaultBoost
        ? { ...fields, boost }
        : { ...fields, boost, is_visible: true, is_decided: true },
    ),
  );

  serve(app, readPhraseEffect, async ({ id }, { project }) => {
    const [stored] = await rows.stored(project, [id]);
    const { item, scope } = foundIn(stored?.deletedAt === null ? stored : null, 'phrase');
    const others = (await rows.all(scope)).filter(({ key }) => key !== stored?.key).map(({ fields }) => fields);
    const withoutIt = compilePhrases(others, await projectAnalyser(app.db, project));
    return inCollection(app, project, foundIn(scope.collectionId, 'collection'), async (search) => ({
      phrase: item,
      ...(await phraseEffect(item.phrase, {
        rules: search.rules,
        rulesWithout: search.rules.map((rule) => (rule.stage === withoutIt.stage ? withoutIt : rule)),
        relevance: search.relevance,
        search: (request, rules) => search.find(request, { rules }),
      })),
    }));
  });

  serve(app, minePhrases, async ({ c }, { project }) => {
    const { collectionId } = await collectionOf(app.db, project, c);
    await requestPhrases(app, project, collectionId);
    return {};
  });
}

const countsOf = (stored: PhraseFields | undefined) => ({
  item_count: stored?.item_count ?? 0,
  search_count: stored?.search_count ?? 0,
});

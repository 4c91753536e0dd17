import { nightlyLearning } from './learn-nightly.ts';
import { learnedBy } from './learned-order.service.ts';
import { type KnownRow, type LearnedState, learnedStore, type ReleasedLearned } from './learned.store.ts';
import { looksStore } from './looks.store.ts';
import type { CollectionRelease } from '#server/rules/releases/live-release.ts';
import { loggedTerms } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import {
  forgetLearned,
  helpfulSearches,
  type LearnedItem,
  type LearnedList,
  listLearned,
  neverLearn,
  outlookDays,
  shownMoves,
} from '#features/search-settings/learned/learned.contract.ts';
import { toPage } from '#contract/page.ts';
import { learnedWindows } from '#engine/plan.ts';
import { categoryOf } from '#engine/query/learned.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { visitorsMadeUp } from '#features/analytics/made-up-visitors/server/made-up-visitors.store.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionScope, collectionOf, type ProjectScope } from '#server/db/row-scope.ts';
import { halfLifeDays } from '#server/learning/look-counts.ts';
import { serve } from '#server/app/serve.ts';
import { inCategory } from '#server/search/categories.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { compareTexts } from '#server/search/shown-answer.ts';

const lookEveryMilliseconds = 10 * 60 * 1_000;
/** The first page, in which moves are shown. */
const shownPlaces = 20;

type Row = Pick<ReleasedLearned | KnownRow, 'id' | 'key' | 'query' | 'searches' | 'choices' | 'ids' | 'chosen'>;

export function serveLearned(app: App): void {
  const learn = nightlyLearning(app);
  const rows = learnedStore(app.db);
  app.jobs.repeat('learned order', lookEveryMilliseconds, (signal) => learn(signal));
  app.events.on(visitorsMadeUp, (project) => learn(undefined, project));

  async function outlook(project: ProjectScope, collectionId: number): Promise<LearnedList['outlook']> {
    const [best] = await loggedTerms(app, project, collectionId, outlookDays);
    if (best === undefined) return null;
    const perDay = best.searchCount / outlookDays;
    return { query: best.term, per_day: perDay, days: daysUntil(perDay) };
  }

  serve(app, listLearned, async ({ c, search, state, sort, order, page, per_page: perPage }, { project }) => {
    const collection = await collectionOf(app.db, project, c);
    const relevance = (await app.releases.live(project)).relevance[c];
    const learned = [...((relevance?.learnedTable?.queries ?? new Map()) as ReadonlyMap<string, ReleasedLearned>).values()];
    const all: readonly Row[] = state === 'never' ? await rows.never(collection) : learned;
    const wanted = fold(search);
    const compare = compareTexts(relevance?.layout.language ?? '');
    const sign = order === 'asc' ? 1 : -1;
    const found = all
      .filter(({ query }) => fold(query).includes(wanted))
      .toSorted((one, other) =>
        sort === 'query'
          ? sign * compare(one.query, other.query)
          : sign * (one[sort] - other[sort]) || compare(one.query, other.query),
      );
    const some = found.slice((page - 1) * perPage, page * perPage);
    const items =
      relevance === undefined || some.length === 0
        ? []
        : await inCollection(app, project, c, (by) => Promise.all(some.map((row) => shownRow(by, relevance, row))));
    return {
      ...toPage(items, found.length, perPage),
      learning: relevance?.learning ?? 'off',
      counted_until: await looksStore(app.db).countedDay(collection),
      outlook: all.length === 0 ? await outlook(project, c) : null,
    };
  });

  async function turn(collection: CollectionScope, userId: number, ids: readonly number[], state: LearnedState) {
    const change = { userId, reason: 'learned' };
    const changed = await app.releases.change(collection, change, (db) => learnedStore(db).setState(collection, ids, state));
    return { changed: changed.length };
  }
  serve(app, forgetLearned, async ({ c, ids, is_undo: isUndo }, { project, user }) =>
    turn(await collectionOf(app.db, project, c), user.id, ids, isUndo ? 'learned' : 'forgotten'),
  );
  // Choices from before are dropped.
  serve(app, neverLearn, async ({ c, ids, is_never: isNever, is_undo: isUndo }, { project, user }) =>
    turn(await collectionOf(app.db, project, c), user.id, ids, isUndo ? 'learned' : isNever ? 'never' : 'forgotten'),
  );
}

/** Until a query counts for as much as one with the helpful number of searches in the days of the outlook; older searches count less. */
function daysUntil(perDay: number): number | null {
  const countedIn = (days: number): number => 1 - 0.5 ** (days / halfLifeDays);
  const share = (helpfulSearches / outlookDays / perDay) * countedIn(outlookDays);
  return share >= 1 ? null : Math.ceil(-halfLifeDays * Math.log2(1 - share));
}

/** Searches with what was learned, and without. */
async function shownRow(search: CollectionSearch, relevance: CollectionRelease, row: Row): Promise<LearnedItem> {
  const { id, query, searches, choices } = row;
  const isCategory = categoryOf(row.key) !== null;
  const strength = relevance.learning === 'off' ? 'careful' : relevance.learning;
  const { asked } = learnedWindows;
  // Items of a collection may lose their categories.
  const isGone = isCategory && relevance.front.catalog.pathField === null;
  const request = isCategory && !isGone ? inCategory(search, query, asked) : plainRequest(query, asked);
  const find = async (tried: Partial<CollectionRelease>) => (isGone ? [] : (await search.find(request, tried)).hits);
  const [before, after] = [await find({ learned: undefined }), await find(learnedBy(relevance.learnedTable, strength))];
  const places = new Map(before.map((hit, at) => [hit.id, at + 1]));
  const moves = after.slice(0, shownPlaces).flatMap(({ id: item, item: { fields } }, at) => {
    const from = places.get(item);
    if (from === undefined || from === at + 1) return [];
    // Items that nobody chose move because of others.
    return [{ id: item, name: String(fields['name'] ?? item), from, to: at + 1, chosen: row.chosen[row.ids.indexOf(item)] ?? 0 }];
  });
  const last = Math.max(0, ...moves.map(({ to }) => to));
  const risersFirst = moves.toSorted((one, other) => Number(other.from > other.to) - Number(one.from > one.to));
  return {
    id,
    query,
    is_category: isCategory,
    searches,
    choices,
    moves: risersFirst.slice(0, shownMoves),
    order: after.slice(0, last).map((hit) => hit.id),
  };
}

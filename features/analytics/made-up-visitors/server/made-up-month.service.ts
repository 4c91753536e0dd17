import type { LoggedQuery, RuleUse } from '#features/front-api/searched-terms/server/query-log.service.ts';
import type { EventType } from '#features/front-api/events/events.contract.ts';
import { eventStore, type StoredEvent } from '#features/front-api/events/server/events.store.ts';
import { chance, madeUpQueries, madeUpVisits } from '#sample-shop/visitors.ts';
import { addDays, dayOf, momentOf } from '#contract/days.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { madeUpDays } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { visitorsMadeUp, madeUpVisitorStore } from './made-up-visitors.store.ts';
import { countedFound } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { queryLogStore } from '#features/front-api/searched-terms/server/query-log.store.ts';
import { usedRules } from '#features/front-api/searched-terms/server/query-log.service.ts';
import type { SampleLanguage } from '#sample-shop/catalogue.ts';
import type { SelectedProject } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';

/** Shares of searches with a typing pause: after the whole query, or in the middle. */
const [wholeShare, begunShare] = [0.45, 0.3];
/** Share of pauses that end with a suggestion instead of a search. */
const suggestedShare = 0.2;
const shortestBeginning = 3;

const beginningOf = (query: string): string => query.slice(0, Math.max(shortestBeginning, Math.ceil(query.length / 2))).trim();

/** Null without a pause. */
function typedBefore(query: string, queryId: string): string | null {
  const drawn = chance(`typing before ${queryId}`);
  if (drawn < wholeShare) return query;
  return drawn < wholeShare + begunShare ? beginningOf(query) : null;
}

/** A suggestion taken: counts as another visitor. */
const isSuggested = (queryId: string): boolean => chance(`suggestions before ${queryId}`) < suggestedShare;

const shownItems = 12;
const writtenAtOnce = 2_000;
const betweenQueriesMilliseconds = 45_000;
const betweenTypingAndSearchMilliseconds = 4_000;

export async function madeUpMonth(
  app: App,
  project: SelectedProject,
  language: SampleLanguage,
): Promise<{ queries: number; events: number }> {
  const [collectionId] = Object.keys((await app.releases.live(project)).relevance).map(Number);
  if (collectionId === undefined) return { queries: 0, events: 0 };
  const asked = new Set(madeUpQueries[language].flatMap((query) => [query, beginningOf(query)]));
  const found = await inCollection(app, project, collectionId, (search) => foundFor(search, asked));
  const queries = queriesOfMonth(project, collectionId, language, found);
  const log = queryLogStore(app.db);
  const entries = queries.flatMap(({ typed, logged }) => (typed === null ? [logged] : [typed, logged]));
  for (const some of parts(entries)) await log.add(some.map((after) => ({ before: null, after })));
  const events = queries.flatMap((query) => madeUpEvents(query));
  const stored = eventStore(app.db);
  for (const some of parts(events)) await stored.add(some);
  await madeUpVisitorStore(app.db).filled(project);
  await app.events.tell(visitorsMadeUp, project);
  return { queries: queries.length, events: events.length };
}

function* parts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += writtenAtOnce) yield rows.slice(at, at + writtenAtOnce);
}

/** Also used for past days. */
async function foundFor(search: CollectionSearch, queries: ReadonlySet<string>): Promise<Map<string, FoundNow>> {
  const found = new Map<string, FoundNow>();
  for (const query of queries) {
    const answer = await search.find(plainRequest(query, shownItems));
    found.set(query, {
      itemIds: answer.hits.map(({ id }) => id),
      itemCount: countedFound(answer),
      completedCount: answer.totalCount,
      rules: usedRules(answer.trace),
    });
  }
  return found;
}

function queriesOfMonth(
  project: SelectedProject,
  collectionId: number,
  language: SampleLanguage,
  found: ReadonlyMap<string, FoundNow>,
): MadeUpQuery[] {
  const now = Date.now();
  const first = addDays(dayOf(now, project.timeZone), 1 - madeUpDays);
  const queries: MadeUpQuery[] = [];
  for (let at = 0; at < madeUpDays; at += 1) {
    const day = addDays(first, at);
    for (const { minute, visitor, queries: asked } of madeUpVisits(language, at, new Date(day).getUTCDay()))
      for (const [number, query] of asked.entries()) {
        const happenedAt = momentOf(day, minute, project.timeZone) + number * betweenQueriesMilliseconds;
        const foundNow = found.get(query);
        if (happenedAt >= now || foundNow === undefined) continue;
        const queryId = `made-up-${day}-${queries.length}`;
        const logged: MadeUpQuery['logged'] = {
          queryId,
          searchId: queryId,
          projectId: project.id,
          collectionId,
          day,
          happenedAt,
          resultObject: 'search',
          language: project.language,
          term: normaliseQuery(query).trim(),
          itemCount: foundNow.itemCount,
          tookMilliseconds: 2 + 10 * chance(`time of ${queryId}`),
          visitorHash: `made-up-${visitor}`,
          uses: foundNow.rules,
          isCounted: true,
        };
        queries.push({ found: foundNow, logged, typed: typedFor(logged, query, found) });
      }
  }
  return queries;
}

function typedFor(logged: MadeUpQuery['logged'], query: string, found: ReadonlyMap<string, FoundNow>): MadeUpQuery['typed'] {
  const typed = typedBefore(query, logged.queryId);
  if (typed === null) return null;
  const queryId = `${logged.queryId}-typed`;
  return {
    ...logged,
    queryId,
    searchId: queryId,
    happenedAt: logged.happenedAt - betweenTypingAndSearchMilliseconds,
    resultObject: 'autocomplete',
    ...(isSuggested(logged.queryId) && { visitorHash: `${logged.visitorHash}-typing` }),
    term: normaliseQuery(typed).trim(),
    itemCount: found.get(typed)?.completedCount ?? 0,
    tookMilliseconds: 1 + 4 * chance(`time of ${queryId}`),
    uses: [],
  };
}

const seenItems = 4;
/** Shares of searches clicked, clicks put into the cart, and carts paid. */
const [clickedShare, cartShare, paidShare] = [0.45, 0.16, 0.4];
/** Factor per position. */
const rarerBelow = 0.6;
const betweenEventsMilliseconds = 20_000;

function madeUpEvents({ logged, found }: MadeUpQuery): StoredEvent[] {
  const { queryId, projectId, collectionId, day, happenedAt, visitorHash } = logged;
  const drawn = (what: string): number => chance(`${what} after ${queryId}`);
  let number = 0;
  const event = (type: EventType, itemId: string, position: number): StoredEvent => ({
    eventId: `${queryId}-${(number += 1)}`,
    projectId,
    collectionId,
    day,
    type,
    itemId,
    queryId,
    position,
    happenedAt: happenedAt + number * betweenEventsMilliseconds,
    quantity: type === 'purchase' ? 1 : null,
    price: null,
    currency: null,
    visitor: visitorHash,
  });
  const events = found.itemIds.slice(0, seenItems).map((id, at) => event('impression', id, at + 1));
  const place = Math.floor(Math.log(1 - drawn('place')) / Math.log(rarerBelow));
  const clicked = found.itemIds[place];
  if (clicked === undefined || drawn('click') > clickedShare) return events;
  const follows: readonly (readonly [EventType, boolean])[] = [
    ['click', true],
    ['cart', drawn('cart') < cartShare],
    ['purchase', drawn('cart') < cartShare && drawn('purchase') < paidShare],
  ];
  return [...events, ...follows.flatMap(([type, isSo]) => (isSo ? [event(type, clicked, place + 1)] : []))];
}

interface FoundNow {
  readonly itemIds: readonly string[];
  readonly itemCount: number;
  /** Including corrections, as in autocomplete. */
  readonly completedCount: number;
  readonly rules: readonly RuleUse[];
}

interface MadeUpQuery {
  readonly logged: LoggedQuery;
  readonly found: FoundNow;
  /** Null without a typing pause. */
  readonly typed: LoggedQuery | null;
}

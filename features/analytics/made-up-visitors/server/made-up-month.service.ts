import type { EventType } from '#features/front-api/events/events.contract.ts';
import { eventStore, type StoredEvent } from '#features/front-api/events/server/events.store.ts';
import { chance, madeUpQueries, madeUpVisits } from '#sample-shop/visitors.ts';
import { type Item, pathSeparator } from '#contract/item.ts';
import { addDays, dayOf, momentOf } from '#contract/days.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { madeUpDays } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { visitorsMadeUp, madeUpVisitorStore } from './made-up-visitors.store.ts';
import { countedFound, type Found } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { queryLogStore } from '#features/front-api/searched-terms/server/query-log.store.ts';
import { type LoggedQuery, type RuleUse, usedRules } from '#features/front-api/searched-terms/server/searched-terms.events.ts';
import type { SampleLanguage } from '#sample-shop/catalogue.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { amountOf, isCurrency } from '#server/stats/amounts.ts';
import { countItemPairs } from '#server/stats/item-pairs.ts';
import { plainRequest } from '#server/search/search-request.ts';

/** Shares of searches that completed the whole query, or half of it. */
const [wholeShare, begunShare] = [0.45, 0.3];
/** Share of searches beside which somebody else typed half of the query, and left. */
const leftShare = 0.15;
const shortestBeginning = 3;
const shownItems = 12;
const seenItems = 4;
/** Shares of searches clicked, clicks put into the cart, and carts paid. */
const [clickedShare, cartShare, paidShare] = [0.45, 0.3, 0.5];
/** Share of purchases with another item. */
const companionShare = 0.6;
/** Factor per position. */
const rarerBelow = 0.6;
const writtenAtOnce = 2_000;
const betweenQueriesMilliseconds = 45_000;
const betweenTypingAndSearchMilliseconds = 4_000;
const betweenEventsMilliseconds = 20_000;

const beginningOf = (query: string): string => query.slice(0, Math.max(shortestBeginning, Math.ceil(query.length / 2))).trim();

interface PricedItem {
  readonly id: string;
  readonly category: string;
  readonly price: number | null;
  readonly currency: string | null;
}

interface FoundNow extends Found {
  readonly items: readonly PricedItem[];
  readonly uses: readonly RuleUse[];
}

interface MadeUpQuery {
  readonly logged: LoggedQuery;
  readonly items: readonly PricedItem[];
  /** The query, or its beginning; null without a typing pause. */
  readonly typed: LoggedQuery | null;
}

export async function madeUpMonth(
  app: App,
  project: SelectedProject,
  language: SampleLanguage,
): Promise<{ queries: number; events: number }> {
  const [collectionId] = Object.keys((await app.releases.live(project)).relevance).map(Number);
  if (collectionId === undefined) return { queries: 0, events: 0 };
  const found = await inCollection(app, project, collectionId, (search) => foundNow(search, queriesOf(madeUpQueries[language])));
  const queries = queriesOfMonth(project, collectionId, language, found);
  const entries = queries.flatMap(({ typed, logged }) => (typed === null ? [logged] : [typed, logged]));
  const currency = project.currency ?? queries.flatMap(({ items }) => items.flatMap((item) => item.currency ?? []))[0] ?? null;
  const sold = [...new Map([...found.values()].flatMap(({ items }) => items.map((item) => [item.id, item]))).values()];
  const events = queries.flatMap((query) => madeUpEvents(query, { currency, sold }));
  if (currency !== null) await eventStore(app.db).setCurrency(project, currency);
  for (const some of parts(entries)) await queryLogStore(app.db).add(some.map((after) => ({ before: null, after })));
  for (const some of parts(events)) await eventStore(app.db).add(some);
  await madeUpVisitorStore(app.db).filled(project);
  await countItemPairs(app.db, new AbortController().signal, { project });
  await app.events.tell(visitorsMadeUp, project);
  return { queries: queries.length, events: events.length };
}

const queriesOf = ({ queries, remedies }: (typeof madeUpQueries)[SampleLanguage]): string[] => [
  ...queries,
  ...Object.values(remedies),
];

function* parts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += writtenAtOnce) yield rows.slice(at, at + writtenAtOnce);
}

function pricedItem({ id, fields: { category, price, currency } }: Item): PricedItem {
  return {
    id,
    category: String([category].flat()[0] ?? ''),
    price: typeof price === 'number' ? price : null,
    currency: isCurrency(currency) ? currency : null,
  };
}

/** Also used for past days. */
async function foundNow(search: CollectionSearch, queries: readonly string[]): Promise<Map<string, FoundNow>> {
  const found = new Map<string, FoundNow>();
  for (const query of new Set(queries.flatMap((one) => [one, beginningOf(one)]))) {
    const answer = await search.find(plainRequest(query, shownItems));
    found.set(query, {
      items: answer.hits.map(({ item }) => pricedItem(item)),
      ...countedFound(answer),
      uses: usedRules(answer.trace),
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
        const known = found.get(query);
        if (happenedAt >= now || known === undefined) continue;
        const queryId = `made-up-${day}-${queries.length}`;
        const { items, itemCount, foundAs, uses } = known;
        const logged: LoggedQuery = {
          queryId,
          searchId: queryId,
          projectId: project.id,
          collectionId,
          day,
          happenedAt,
          resultObject: 'search',
          language: project.language,
          term: normaliseQuery(query).trim(),
          itemCount,
          foundAs,
          tookMilliseconds: 2 + 10 * chance(`time of ${queryId}`),
          visitorHash: `made-up-${visitor}`,
          uses,
          isCounted: true,
          list: items.length === 0 ? null : JSON.stringify(items.map(({ id }) => id)),
          network: String(visitor),
        };
        queries.push({ logged, items, typed: typedBefore(logged, query, found) });
      }
  }
  return queries;
}

function typedBefore(logged: LoggedQuery, query: string, found: ReadonlyMap<string, FoundNow>): LoggedQuery | null {
  const drawn = chance(`typing before ${logged.queryId}`);
  if (drawn >= wholeShare + begunShare + leftShare) return null;
  const isLeft = drawn >= wholeShare + begunShare;
  const typed = drawn < wholeShare ? query : beginningOf(query);
  const queryId = `${logged.queryId}-typed`;
  return {
    ...logged,
    queryId,
    searchId: queryId,
    visitorHash: isLeft ? `${logged.visitorHash}-left` : logged.visitorHash,
    happenedAt: logged.happenedAt - betweenTypingAndSearchMilliseconds,
    resultObject: 'autocomplete',
    term: normaliseQuery(typed).trim(),
    itemCount: found.get(typed)?.itemCount ?? 0,
    foundAs: null,
    tookMilliseconds: 1 + 4 * chance(`time of ${queryId}`),
    uses: [],
    list: null,
  };
}

/** Looks at the first items, and may click, put into the cart and buy one. */
interface Assortment {
  /** ISO 4217; turnover is in it. */
  readonly currency: string | null;
  readonly sold: readonly PricedItem[];
}

/** Always the same one of another kind in the same department, as a teapot goes with a kettle. */
function companionOf({ id, category }: PricedItem, { sold }: Assortment): PricedItem | undefined {
  const [department = ''] = category.split(pathSeparator);
  const others = sold.filter((one) => one.category !== category && one.category.split(pathSeparator)[0] === department);
  return others[Math.floor(chance(`goes with ${id}`) * others.length)];
}

function madeUpEvents({ logged, items }: MadeUpQuery, assortment: Assortment): StoredEvent[] {
  const { queryId, projectId, collectionId, day, happenedAt, visitorHash } = logged;
  const drawn = (what: string): number => chance(`${what} after ${queryId}`);
  const placeBy = (what: string): number => Math.floor(Math.log(1 - drawn(what)) / Math.log(rarerBelow));
  const appealOf = (at: number): number => (items[at] === undefined ? -1 : chance(`appeal of ${items[at].id}`));
  // They look at three items, and like the same one of them, so that there is an order to learn.
  const places = ['first', 'second', 'third'].map((look) => placeBy(`place of the ${look} look`));
  const [place = 0] = places.toSorted((one, other) => appealOf(other) - appealOf(one));
  const chances: readonly (readonly [EventType, number])[] = [
    ['click', clickedShare],
    ['cart', cartShare],
    ['purchase', paidShare],
  ];
  const ends = chances.findIndex(([type, share]) => drawn(type) > share);
  const follows = items[place] === undefined ? [] : chances.slice(0, ends < 0 ? chances.length : ends);
  const companion =
    follows.length === chances.length && drawn('companion') < companionShare ? companionOf(items[place]!, assortment) : undefined;
  const events = [
    ...items.slice(0, seenItems).map((item, at) => ({ type: 'impression' as const, item, position: at + 1 })),
    ...follows.map(([type]) => ({ type, item: items[place]!, position: place + 1 })),
    ...(companion === undefined ? [] : [{ type: 'purchase' as const, item: companion, position: null }]),
  ];
  return events.map(({ item: { id: itemId, price, currency }, ...event }, at) => ({
    ...event,
    itemId,
    eventId: `${queryId}-${at + 1}`,
    projectId,
    collectionId,
    day,
    queryId: event.position === null ? null : queryId,
    happenedAt: happenedAt + (at + 1) * betweenEventsMilliseconds,
    quantity: event.type === 'purchase' ? 1 : null,
    ...(event.type === 'purchase'
      ? { price, currency, amount: price === null || currency !== assortment.currency ? null : amountOf(price, 1) }
      : { price: null, currency: null }),
    visitor: visitorHash,
  }));
}

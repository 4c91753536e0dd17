import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '#process-kit/work.ts';
import { fail } from '#server/base/fail.ts';
import { randomUUID } from 'node:crypto';
import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { type ErrorCode, type ErrorParameters, errorText } from '#contract/errors.ts';
import { frontEvents, oldestEventMilliseconds, type ShopEvent } from '#features/front-api/events/events.contract.ts';
import { clickedSearchStore } from './clicked-searches.store.ts';
import { eventStore, type StoredEvent } from './events.store.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { isCounted, visitorByDay } from '#features/front-api/server/visitors.service.ts';
import { countAttempts } from '#server/limits/attempts.ts';
import type { App } from '#server/app/app.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import { amountOf, isCurrency } from '#server/stats/amounts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

const gatherMilliseconds = 50;
/** Of all projects; tens of megabytes. */
const mostGatheredEvents = 50_000;
const attributeEveryMilliseconds = 1_000;
const forgetEveryMilliseconds = 6 * 60 * 60 * 1_000;
const clockToleranceMilliseconds = 5 * 60 * 1_000;
/** Limit per address, which many visitors may share. */
const eventsPerAddressAndItem = 20;
const eventsWindowSeconds = 60 * 60;

export function serveEvents(app: App, { collections, noteCall }: FrontApi): void {
  const store = eventStore(app.db);
  const writes = gatheredWrites({ gatherMilliseconds, mostRows: mostGatheredEvents, write: store.add });
  const perAddress = countAttempts({ maximum: eventsPerAddressAndItem, windowSeconds: eventsWindowSeconds });
  const today = (): string => dayOf(Date.now(), defaultTimeZone);
  app.jobs.repeat('searches of clicks', attributeEveryMilliseconds, clickedSearchStore(app.db).attribute);
  app.jobs.repeat('old events', forgetEveryMilliseconds, () => store.forgetBefore(addDays(today(), -app.settings.rawDays)));
  app.http.addHook('onClose', writes.settled);

  /** Null while search is down: then all items are accepted. */
  const knownItems = (project: ProjectScope, collectionId: number, events: readonly ShopEvent[]) =>
    unlessSearchDown(
      inCollection(app, project, collectionId, async ({ session }) => {
        const ids = [...new Set(events.map(({ item_id: id }) => id))];
        return new Set(await session.knownIds(ids));
      }),
    );

  /** The project's; until it has one, that of the first priced item that is bought. */
  async function currencyOf(
    project: SelectedProject,
    collectionId: number,
    events: readonly ShopEvent[],
  ): Promise<string | null> {
    const sold = project.currency === null ? events.find(isPriced) : undefined;
    if (sold === undefined) return project.currency;
    const items = await unlessSearchDown(
      inCollection(app, project, collectionId, ({ session }) => session.items([sold.item_id])),
    );
    const currency = items?.[0]?.fields['currency'];
    if (!isCurrency(currency)) return null;
    await store.setCurrency(project, currency);
    return currency;
  }

  serve(app, frontEvents, async ({ collection, visitor, events }, caller) => {
    const { project, address, isShopServer } = caller;
    noteCall(caller);
    if (!caller.hasSession) app.cache.calls.count(project.id, 'events', false);
    const { id: collectionId } = await run(collections.chosen(project, collection));
    const known = await knownItems(project, collectionId, events);
    const remark = (index: number, code: ErrorCode, parameters: ErrorParameters = {}) => ({
      index,
      code,
      message: errorText(code, parameters),
    });
    const refused = events.flatMap(({ item_id: id }, index) =>
      known === null || known.has(id) ? [] : [remark(index, 'itemUnknown', { item: id })],
    );
    const taken = events.filter(({ item_id: id }) => known === null || known.has(id));
    const ours = await currencyOf(project, collectionId, taken);
    const withoutAmount = events.flatMap((event, index) => {
      if (!isPriced(event) || !taken.includes(event) || (ours !== null && isIn(ours, event))) return [];
      const theirs = event.currency ?? '';
      return [ours === null ? remark(index, 'currencyUnknown') : remark(index, 'currencyDiffers', { ours, theirs })];
    });
    const isLeft = ({ type, item_id: id }: ShopEvent): boolean =>
      isShopServer || perAddress.isLeft(JSON.stringify([project.id, address, type, id]));
    const stored = isCounted(caller) ? taken.filter(isLeft) : [];
    const now = Date.now();
    const visitorOn = visitorByDay(app, caller, visitor);
    await writes.add(
      stored.map((event): StoredEvent => {
        const happenedAt = momentOf(event, now);
        const day = dayOf(happenedAt, project.timeZone);
        return {
          eventId: event.id ?? randomUUID(),
          projectId: project.id,
          collectionId,
          day,
          type: event.type,
          itemId: event.item_id,
          happenedAt,
          queryId: event.query_id ?? null,
          position: event.position ?? null,
          quantity: event.quantity ?? null,
          price: event.price ?? null,
          currency: event.currency ?? null,
          amount: ours !== null && isPriced(event) && isIn(ours, event) ? amountOf(event.price, event.quantity ?? 1) : null,
          visitor: visitorOn(day),
        };
      }),
    );
    return { accepted_count: stored.length, ignored_count: taken.length - stored.length, refused, without_amount: withoutAmount };
  });
}

const isPriced = (event: ShopEvent): event is ShopEvent & { readonly price: number } =>
  event.type === 'purchase' && event.price !== undefined;

const isIn = (currency: string, event: ShopEvent): boolean => (event.currency ?? currency) === currency;

/** The visitor's time if plausible, else now. */
function momentOf({ at }: ShopEvent, now: number): number {
  const isLikely = at !== undefined && at > now - oldestEventMilliseconds && at < now + clockToleranceMilliseconds;
  return isLikely ? Math.min(Math.round(at), now) : now;
}

interface GatheredWritesOptions<Row> {
  readonly gatherMilliseconds: number;
  /** Rows gathered or being written; more are refused with `unavailable`. */
  readonly mostRows: number;
  readonly write: (rows: readonly Row[]) => Promise<void>;
}

/** Retry-After. */
const retrySeconds = 1;

/** Batches writes, because a database writes hundreds of rows as fast as one. `add` settles with its batch. */
function gatheredWrites<Row>({ gatherMilliseconds, mostRows, write }: GatheredWritesOptions<Row>) {
  let gathered: Row[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let rowCount = 0;

  async function writeGathered(): Promise<void> {
    await Promise.all([sleep(gatherMilliseconds), last]);
    const rows = gathered;
    gathered = [];
    next = null;
    try {
      await write(rows);
    } finally {
      rowCount -= rows.length;
    }
  }

  return {
    async add(rows: readonly Row[]): Promise<void> {
      if (rows.length === 0) return;
      if (rowCount + rows.length > mostRows) throw fail('unavailable', { seconds: retrySeconds });
      rowCount += rows.length;
      gathered.push(...rows);
      if (next === null) {
        next = writeGathered();
        last = next.catch(() => undefined);
      }
      await next;
    },
    settled: async (): Promise<void> => void (await last),
  };
}

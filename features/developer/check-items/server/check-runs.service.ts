import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CheckCause,
  type Check,
  type CheckItemInput,
  isOnAlert,
} from '#features/developer/check-items/check-items.contract.ts';
import {
  checkItemRows,
  type CheckItemFields,
  checkItemStore,
  keyOf,
  checkPlaceStore,
  causeOf,
  type CheckState,
  dueCheckStore,
} from './check-items.store.ts';
import { placeOf, itemNameOf, type ItemPlace } from './check-items.service.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { RowItem } from '#server/rules/rows/row-table.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { noPlace } from '#contract/texts/message-texts.ts';
import { endMessage, isPublic, raiseMessage, toldSubjects } from '#features/general/messages/server/messages.service.ts';

const kind = 'checkItemRed';
/** Mailed alerts of one run: after a bad import every item may be on alert. The bell shows all. */
const mailedAlerts = 3;

interface Checked {
  readonly collectionId: number;
  readonly item: CheckItemInput & { readonly id: number };
  readonly name: string;
  readonly before: Pick<Check, 'position'> | null;
  readonly place: ItemPlace;
}

const prefix = 'checkItem:';
const aboutItem = (id: number): string => `${prefix}${id}`;

async function endAlertsOfGone(app: App): Promise<void> {
  for (const [id, alerts] of Map.groupBy(await toldSubjects(app, kind), ({ project }) => project.id)) {
    const itemIds = alerts.map(({ about }) => Number(about.slice(prefix.length)));
    const there = await checkItemStore(app.db).collectionOf({ id }, itemIds);
    for (const itemId of itemIds) if (!there.has(itemId)) await endMessage(app, { id }, kind, aboutItem(itemId));
  }
}

function alertedRun(app: App, project: ProjectScope) {
  let mailedCount = 0;
  return {
    async report({ collectionId, item, name, before, place }: Checked): Promise<void> {
      const about = aboutItem(item.id);
      if (!isOnAlert(place.position, item.alert_above)) return endMessage(app, project, kind, about);
      if (await isPublic(app, project, kind, about)) return;
      const isMailed = mailedCount < mailedAlerts;
      if (isMailed) mailedCount += 1;
      await raiseMessage(app, project, {
        kind,
        about,
        details: {
          item: name,
          query: item.term,
          beforePlace: before === null ? '–' : (before.position ?? noPlace),
          nowPlace: place.position ?? noPlace,
        },
        failure: null,
        address: `/developer/check-items?c=${collectionId}&show=${item.id}`,
        isMailed,
      });
    },
  };
}
type AlertedRun = ReturnType<typeof alertedRun>;

const jobKind = 'check items';
const lookMilliseconds = 5_000;
/** Debounces changes made one after another. */
export const quietMilliseconds = 10_000;
/** The longest debounce. */
export const mostWaitMilliseconds = 5 * 60_000;
/** Lets searches of customers in between. */
const pauseMilliseconds = 5;
const checksAtOnce = 20;

interface CheckJob {
  readonly projectId: number;
}

export async function requestChecks(app: App, { id }: ProjectScope): Promise<void> {
  const job: CheckJob = { projectId: id };
  await app.jobs.enqueue(jobKind, String(id), job);
}

export function isTime(state: CheckState, moment: number): boolean {
  if (state.askedAt !== null) return true;
  if (causeOf(state) === null) return false;
  return moment - state.changedAt >= quietMilliseconds || moment - (state.last?.checkedAt ?? 0) >= mostWaitMilliseconds;
}

export async function requestDueChecks(app: App, moment: number): Promise<void> {
  const due = (await dueCheckStore(app.db).states(moment)).filter((state) => isTime(state, moment));
  for (const id of new Set(due.map((state) => state.id))) await requestChecks(app, { id });
}

export function runChecks(app: App, now: () => number = Date.now): void {
  app.jobs.repeat('due check items', lookMilliseconds, async () => {
    await requestDueChecks(app, now());
    await endAlertsOfGone(app);
  });
  app.jobs.handle<CheckJob>(
    jobKind,
    async ({ projectId }, signal) => {
      const project = { id: projectId };
      const alerts = alertedRun(app, project);
      for (const state of await dueCheckStore(app.db).states(now(), project))
        await runCollection(app, state, { alerts, now, signal });
    },
    { atOnce: 1, onParked: () => Promise.resolve() },
  );
}

interface Run {
  readonly alerts: AlertedRun;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Checks all items of a changed collection, otherwise the requested ones. */
async function runCollection(app: App, state: CheckState, run: Run): Promise<void> {
  const cause = causeOf(state);
  const all = (await checkItemRows(app.db).all(state)).map(({ item }) => item);
  const wanted = cause === null ? all.filter(({ asked_at: askedAt }) => askedAt != null) : all;
  for (let at = 0; at < wanted.length; at += checksAtOnce) {
    const some = wanted.slice(at, at + checksAtOnce);
    const checkSome = async (search: CollectionSearch) => {
      // Nothing was ever imported, so there is nothing to say yet.
      if (search.session.layout === null) return;
      for (const item of some) {
        run.signal.throwIfAborted();
        await checkOne(app, { state, search, item, cause: cause === null || cause === 'first' ? 'hand' : cause, ...run });
        await sleep(pauseMilliseconds);
      }
    };
    await inCollection(app, state, state.collectionId, checkSome, { signal: run.signal });
    for (const { id, asked_at: askedAt } of some) if (askedAt != null) await checkItemStore(app.db).answer(state, id, askedAt);
  }
  if (cause !== null) await dueCheckStore(app.db).note(state, state.now, run.now());
}

interface OneCheck extends Run {
  readonly state: CheckState;
  readonly search: CollectionSearch;
  readonly item: RowItem<CheckItemFields>;
  readonly cause: CheckCause;
}

/** Skips an item that can't be checked. Reports the alert first: after a crash in between, the check is repeated. */
async function checkOne(app: App, { state, search, item, cause, alerts, now }: OneCheck): Promise<void> {
  try {
    const place = await placeOf(search, item);
    const places = checkPlaceStore(app.db);
    const before = (await places.last(state, [item.id])).get(item.id)?.at(-1) ?? null;
    await alerts.report({
      collectionId: state.collectionId,
      item,
      name: await itemNameOf(search, item.elastic_item_id),
      before,
      place,
    });
    crashPoint('checks:alertTold');
    await places.add(state, { id: item.id, key: keyOf(item) }, { at: now(), cause, release: state.now.release, ...place });
    crashPoint('checks:placeKept');
  } catch (error) {
    if (error instanceof SearchDownError) throw error;
    app.http.log.error({ err: error, checkItem: item.id }, 'A check item could not be checked');
  }
}

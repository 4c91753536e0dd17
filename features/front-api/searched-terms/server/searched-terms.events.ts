import { type Banner, bannersShown } from '#contract/search.ts';
import type { TraceEntry } from '#engine/port.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import type { LoggedObject, RuleUse } from './query-tracker.ts';
import type { VisitorGroup } from '#features/front-api/server/visitor-groups.service.ts';
import { isCounted } from '#features/front-api/server/visitors.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { ShopApp } from '#server/app/app.ts';
import { eventKind } from '#server/base/events.ts';
import { countedPlaces } from '#server/learning/look-counts.ts';

export type { LoggedQuery, RuleUse } from './query-tracker.ts';

type Asker = Pick<Caller<'shop'>, 'address' | 'agent' | 'isShopServer'> & {
  readonly project: Pick<Caller<'shop'>['project'], 'id' | 'timeZone' | 'language'>;
};

export interface NotedQuery {
  readonly caller: Asker;
  readonly queryId: string;
  readonly resultObject: LoggedObject;
  readonly collectionId: number;
  /** As typed; the path of a category. */
  readonly query: string;
  readonly itemCount: number;
  /** As in `Found`. */
  readonly foundAs: string | null;
  readonly tookMilliseconds: number;
  /** The shop's visitor id; may be empty. */
  readonly visitor: string;
  /** May be empty. */
  readonly language: string;
  readonly rules: readonly RuleUse[];
  /** As in the tracker; null for autocomplete. */
  readonly list: string | null;
  /** Absent outside of A/B tests. */
  readonly experiment?: VisitorGroup | null;
}

export const queryAsked = eventKind<NotedQuery>('queryAsked');

export const usedRules = (trace: readonly TraceEntry[]): RuleUse[] =>
  trace.flatMap(({ step: stage, ruleId }) => (ruleId === undefined ? [] : [{ stage, ruleId }]));

export const shownBanners = (banners: readonly Banner[] = []): RuleUse[] =>
  banners.map(({ id }) => ({ stage: bannersShown, ruleId: id }));

interface AskedQuery extends Omit<NotedQuery, 'caller' | 'tookMilliseconds'> {
  /** `performance.now()` at the start of the call. */
  readonly beganAt: number;
}

/** An unfiltered first page by relevance, as JSON; null for other pages. */
export const countedList = ({ page, filters, sort }: SearchRequest, { hits }: SearchAnswer): string | null =>
  page > 1 || filters.length > 0 || sort.length > 0 || hits.length === 0
    ? null
    : JSON.stringify(hits.slice(0, countedPlaces).map(({ id }) => id));

/** Logs a look at a category, which isn't a search, if its order is learned. */
export function noteCategory(
  app: Pick<ShopApp, 'events'>,
  caller: Parameters<typeof noteQuery>[1],
  {
    category,
    ...look
  }: Pick<AskedQuery, 'queryId' | 'beganAt' | 'visitor' | 'collectionId' | 'itemCount' | 'list'> & { readonly category: string },
): void {
  // An answer that was kept by an earlier version has no list.
  if (look.list == null) return;
  noteQuery(app, caller, { foundAs: null, rules: [], ...look, language: '', query: category, resultObject: 'catalog' });
}

/** Counts the query of a customer, cached or not. */
export function noteQuery(
  { events }: Pick<ShopApp, 'events'>,
  caller: Asker & Pick<Caller<'shop'>, 'hasSession'>,
  { beganAt, ...asked }: AskedQuery,
): void {
  if (!isCounted(caller)) return;
  const { address, agent, isShopServer } = caller;
  const { id, timeZone, language } = caller.project;
  const asker: Asker = { address, agent, isShopServer, project: { id, timeZone, language } };
  void events.tell(queryAsked, { ...asked, caller: asker, tookMilliseconds: performance.now() - beganAt });
}

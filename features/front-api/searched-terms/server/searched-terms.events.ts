import type { TraceEntry } from '#engine/port.ts';
import type { LoggedObject, RuleUse } from './query-tracker.ts';
import type { Caller } from '#server/app/access.ts';
import type { ShopApp } from '#server/app/app.ts';
import { eventKind } from '#server/base/events.ts';

export type { LoggedQuery, RuleUse } from './query-tracker.ts';

type Asker = Pick<Caller<'shop'>, 'address' | 'agent' | 'isShopServer' | 'hasSession'> & {
  readonly project: Pick<Caller<'shop'>['project'], 'id' | 'timeZone' | 'language'>;
};

export interface NotedQuery {
  readonly caller: Asker;
  readonly queryId: string;
  readonly resultObject: LoggedObject;
  readonly collectionId: number;
  /** As typed. */
  readonly query: string;
  readonly itemCount: number;
  readonly tookMilliseconds: number;
  /** The shop's visitor id; may be empty. */
  readonly visitor: string;
  /** May be empty. */
  readonly language: string;
  readonly rules: readonly RuleUse[];
}

export const queryAsked = eventKind<NotedQuery>('queryAsked');

export const usedRules = (trace: readonly TraceEntry[]): RuleUse[] =>
  trace.flatMap(({ step: stage, ruleId }) => (ruleId === undefined ? [] : [{ stage, ruleId }]));

interface AskedQuery extends Omit<NotedQuery, 'caller' | 'tookMilliseconds'> {
  /** `performance.now()` at the start of the call. */
  readonly beganAt: number;
}

/** Lets the query be counted, whether or not somebody else has asked for it before. */
export function noteQuery({ events }: Pick<ShopApp, 'events'>, caller: Asker, { beganAt, ...asked }: AskedQuery): void {
  const { address, agent, isShopServer, hasSession } = caller;
  if (hasSession) return;
  const { id, timeZone, language } = caller.project;
  const asker: Asker = { address, agent, isShopServer, hasSession, project: { id, timeZone, language } };
  void events.tell(queryAsked, { ...asked, caller: asker, tookMilliseconds: performance.now() - beganAt });
}

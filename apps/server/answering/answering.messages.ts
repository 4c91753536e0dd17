import type { FollowerAsk, FollowerReport } from '#engine/live/following-engine.ts';
import type { GenerationNews } from '#engine/live/served-generation.ts';
import type { Tag } from '#server/cache/answer-cache.ts';
import type { RedisSettings } from '#server/cache/redis/redis-settings.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { eventKind } from '#server/base/events.ts';
import type { CallFigures } from '#server/cache/call-figures.ts';
import type { CallBuckets, CallRates } from '#server/limits/call-limits.ts';
import type { TrustedProxies } from '#server/http/client-address.ts';

/** Initial data of an answering thread. */
export interface AnsweringSettings {
  /** From 0. */
  readonly number: number;
  readonly count: number;
  readonly host: string;
  readonly port: number;
  /** Unix socket of the main thread, for calls this thread doesn't answer. */
  readonly mainSocket: string;
  readonly logLevel: string;
  readonly trustedProxies: TrustedProxies;
  readonly callRates: CallRates;
  readonly buckets: CallBuckets;
  /** File of SQLite, or address of PostgreSQL. */
  readonly database: { readonly file: string } | { readonly url: string };
  readonly redis: RedisSettings | null;
  readonly installation: string;
  readonly hasMetrics: boolean;
  readonly hasEmbeddings: boolean;
}

export const callCounted = eventKind<Parameters<CallFigures['count']>>('callCounted');

export interface AnsweredCall {
  readonly method: string;
  /** Pattern of ours. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}
export const callAnswered = eventKind<AnsweredCall>('callAnswered');
export const callAbandoned = eventKind<null>('callAbandoned');

/** From the main thread. */
export type ThreadTask =
  | { readonly kind: 'generations'; readonly news: GenerationNews }
  | { readonly kind: 'reach'; readonly project: ProjectScope; readonly number: number }
  | { readonly kind: 'purge'; readonly tag: Tag }
  | { readonly kind: 'cachedAnswers'; readonly projectId: number }
  | { readonly kind: 'end' };

export interface ThreadFigures {
  readonly runningCount: number;
  readonly waitingCount: number;
  /** In the answer cache. */
  readonly bytes: number;
  readonly askCount: number;
  readonly makeCount: number;
}

/** Name of the event kind, values. */
export type ToldEvents = readonly (readonly [string, readonly unknown[]])[];

/** From an answering thread. */
export type MainTask =
  | { readonly kind: 'engine'; readonly asked: FollowerAsk }
  | { readonly kind: 'listening' }
  | { readonly kind: 'nearest'; readonly collectionId: number; readonly text: string }
  | { readonly kind: 'forgetToken'; readonly tokenHash: string }
  | { readonly kind: 'keyUsed'; readonly id: number; readonly at: number }
  | { readonly kind: 'firstRelease'; readonly project: ProjectScope }
  | {
      readonly kind: 'told';
      readonly events: ToldEvents;
      readonly report: FollowerReport;
      readonly figures: ThreadFigures;
    };

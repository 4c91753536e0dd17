import { createHash } from 'node:crypto';
import type { CachedEndpoint } from '#contract/endpoint-caching.ts';

export interface Answer {
  /** As it is sent, in UTF-8. */
  readonly json: Buffer;
  /** What whoever keeps it has to know with each call that it answers; any JSON, null where there is nothing. */
  readonly beside: unknown;
}

/** What people are told of an answer: of which call it is, and what it was made of. */
export interface AnswerOrigin {
  readonly endpoint: CachedEndpoint;
  readonly release: number;
  /** That of the engine; several where the call asks several collections. */
  readonly generation: string;
}

/** How long an answer is given again. */
export interface KeptFor {
  readonly ttlSeconds: number;
  /** Then it is given for so long while it is made again. */
  readonly graceSeconds: number;
}

export type Tag = `project ${number}` | `endpoint ${number} ${CachedEndpoint}`;

export const projectOfTag = (tag: Tag): number => Number(tag.split(' ')[1]);

export const lifeMilliseconds = ({ ttlSeconds, graceSeconds }: KeptFor): number => (ttlSeconds + graceSeconds) * 1000;

/** Keys say what was asked, at any length. */
export const idOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

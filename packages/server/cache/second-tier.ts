import type { Answer, AnswerOrigin, KeptFor, Tag } from './answer.ts';
import { type KeptRows, noRows } from './kept-rows.ts';

export interface LookedFor extends KeptFor {
  readonly key: string;
  readonly version: string;
  /** That of the project is one of them. */
  readonly tags: readonly [Tag, ...Tag[]];
  /** null for what is no answer to a shop by itself. */
  readonly origin: AnswerOrigin | null;
}

export interface LookedUp {
  /** One within its life, of this key and version. */
  readonly found: { readonly answer: Answer; readonly ageMilliseconds: number } | null;
  /** Keeps an answer that is made now, unless one of its tags is purged meanwhile. It costs whoever calls it no time. */
  keep(answer: Answer): void;
}

/** `off` where there is none. */
export type SecondTierState = 'off' | 'there' | 'away';

/** Where several servers keep answers together. Nothing of it fails, and none of it takes longer than a call can wait. */
export interface SecondTier {
  lookUp(asked: LookedFor): Promise<LookedUp>;
  /** Throws away what is kept by this tag, here and in the memory of the other servers. */
  purge(tag: Tag): Promise<void>;
  onPurge(listener: (tag: Tag) => void): void;
  /** Calls the listener once other servers may have purged what this one wasn't told. */
  onMissed(listener: () => void): void;
  readonly rows: KeptRows;
  state(): SecondTierState;
  close(): Promise<void>;
}

const nothing: Promise<LookedUp> = Promise.resolve({ found: null, keep: () => undefined });

export const noSecondTier: SecondTier = {
  lookUp: () => nothing,
  purge: () => Promise.resolve(),
  onPurge: () => undefined,
  onMissed: () => undefined,
  rows: noRows,
  state: () => 'off',
  close: () => Promise.resolve(),
};

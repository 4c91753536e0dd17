import { projectOfTag } from './answer.ts';
import { type AnswerCache, answerCache } from './answer-cache.ts';
import { type CachingSettings, cachingSettings } from './caching-settings.ts';
import { CallFigures } from './call-figures.ts';
import { noSecondTier, type SecondTier, type SecondTierState } from './second-tier.ts';
import { valueCache } from './value-cache.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** What may be given again for a while. */
export interface Cache {
  /** Of calls. */
  readonly answers: AnswerCache;
  /** Of work of this server. */
  readonly value: ReturnType<typeof valueCache>;
  /** How long each project's shop is answered by what was made before. */
  readonly settings: CachingSettings;
  /** How often which calls of shops come, and find their answer made. */
  readonly calls: CallFigures;
  /** Whether answers are shared with other servers. */
  readonly shared: () => SecondTierState;
  close(): Promise<void>;
}

interface CacheOptions {
  readonly db: Database;
  readonly onRefreshError: (error: unknown) => void;
  /** What several servers have together. */
  readonly secondTier?: SecondTier;
}

/** A cache in this process's memory, before the one that servers share. */
export function openCache({ db, onRefreshError, secondTier = noSecondTier }: CacheOptions): Cache {
  const settings = cachingSettings(db);
  return {
    answers: answerCache({ onRefreshError, onPurge: (tag) => settings.outdate(projectOfTag(tag)), secondTier }),
    value: valueCache(),
    settings,
    calls: new CallFigures(),
    shared: secondTier.state,
    close: secondTier.close,
  };
}

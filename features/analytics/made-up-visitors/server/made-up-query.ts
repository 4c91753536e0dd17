import type { LoggedQuery, RuleUse } from '#features/front-api/searched-terms/server/query-tracker.ts';

/** What a query finds. */
export interface FoundNow {
  readonly itemIds: readonly string[];
  /** As it was typed. */
  readonly itemCount: number;
  /** Also in other ways than it was typed, as it is completed. */
  readonly completedCount: number;
  readonly rules: readonly RuleUse[];
}

export interface MadeUpQuery {
  readonly logged: LoggedQuery;
  readonly found: FoundNow;
  /** What its visitor had typed a moment before; null where they didn't stop. */
  readonly typed: LoggedQuery | null;
}

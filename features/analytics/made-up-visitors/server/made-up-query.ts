import type { LoggedQuery, RuleUse } from '#features/front-api/searched-terms/server/query-tracker.ts';

export interface FoundNow {
  readonly itemIds: readonly string[];
  readonly itemCount: number;
  /** Including corrections, as in autocomplete. */
  readonly completedCount: number;
  readonly rules: readonly RuleUse[];
}

export interface MadeUpQuery {
  readonly logged: LoggedQuery;
  readonly found: FoundNow;
  /** Null without a typing pause. */
  readonly typed: LoggedQuery | null;
}

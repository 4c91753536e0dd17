import type { LoggedQuery, RuleUse } from '#features/front-api/searched-terms/query-tracker.ts';

/** What a query finds. */
export interface FoundNow {
  readonly itemIds: readonly string[];
  /** As it was typed. */
  readonly itemCount: number;
  readonly rules: readonly RuleUse[];
}

export interface MadeUpQuery {
  readonly logged: LoggedQuery;
  readonly found: FoundNow;
}

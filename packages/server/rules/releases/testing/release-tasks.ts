import type { ProjectScope } from '#server/db/project-table.ts';

/** What a server that is killed at crash points is asked to do with releases. Times are epoch milliseconds, by its clock. */
export type ReleaseTask =
  /** Saves a rule that goes live with the save. */
  | { readonly kind: 'save'; readonly project: ProjectScope; readonly term: string }
  /** Saves a rule that waits for midnight. */
  | { readonly kind: 'saveForMidnight'; readonly project: ProjectScope; readonly word: string; readonly at: number }
  /** Saves a rule that acts from one moment to another. */
  | {
      readonly kind: 'saveTimed';
      readonly project: ProjectScope;
      readonly term: string;
      readonly from: number;
      readonly to: number;
      readonly at: number;
    }
  /** Looks for midnights that have come, and for rules that begin or end. */
  | { readonly kind: 'look'; readonly at: number };

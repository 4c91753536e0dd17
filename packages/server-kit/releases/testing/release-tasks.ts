import type { ProjectScope } from '#server-kit/db/project-table.ts';

/** What a server that is killed at crash points is asked to do with releases. Times are epoch milliseconds, by its clock. */
export type ReleaseTask =
  /** Saves a rule that goes live with the save. */
  | { readonly kind: 'save'; readonly project: ProjectScope; readonly term: string }
  /** Saves a rule that waits for midnight. */
  | { readonly kind: 'saveForMidnight'; readonly project: ProjectScope; readonly word: string; readonly at: number }
  /** Looks for midnights that have come. */
  | { readonly kind: 'midnight'; readonly at: number };

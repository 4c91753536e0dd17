/** What the server of `crashing-purge.ts` is asked to do. */
export type PurgeTask = { readonly kind: 'deleteOne' } | { readonly kind: 'purge' };

/** A project that was deleted so long ago that nobody can restore it, and what it has outside of the database. */
export interface PurgedProject {
  readonly projectId: number;
  readonly collectionId: number;
  /** Names in the folder of uploads. */
  readonly upload: string;
}

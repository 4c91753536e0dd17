/** A consistent view that later writes don't change. Close it. */
export interface DatabaseSnapshot {
  /** Newest migration; a backup of an unknown one can't be restored. */
  readonly migration: string;
  readonly projectCount: number;
  writeTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** The database has no tables yet. */
export class NoTablesError extends Error {}

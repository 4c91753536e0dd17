/** The database as it was in one moment, whatever is written from then on. It has to be closed. */
export interface DatabaseSnapshot {
  /** The newest migration that was done; what an Aisle doesn't know, it can't restore. */
  readonly migration: string;
  readonly projectCount: number;
  /** Writes it into a folder that is there. */
  writeTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** There is a database, and no server has ever made its tables. */
export class NoTablesError extends Error {}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type DatabaseSnapshot, NoTablesError } from '#server/db/snapshot.ts';

const busyTimeoutMilliseconds = 5_000;

interface PinnedFile {
  readonly database: DatabaseSync;
  copyTo(file: string): Promise<void>;
  close(): void;
}

/** Writers go on. Throws if the file is missing. */
export function pinSqliteFile(file: string): PinnedFile {
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMilliseconds });
  try {
    // A transaction reads the snapshot of its first read, and so does a copy within it.
    database.exec('begin; select count(*) from sqlite_schema');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    database,
    async copyTo(copy) {
      await backup(database, copy);
    },
    close: () => database.close(),
  };
}

/** Throws `NoTablesError` before a first start. */
export function sqliteSnapshot(file: string): DatabaseSnapshot {
  if (!existsSync(file)) throw new NoTablesError();
  const pinned = pinSqliteFile(file);
  const valueOf = (query: string): unknown => pinned.database.prepare(query).get()?.['value'];
  try {
    return {
      migration: String(valueOf('select max(name) as value from kysely_migration')),
      projectCount: Number(valueOf('select count(*) as value from project')),
      writeTo: (folder) => pinned.copyTo(path.join(folder, path.basename(file))),
      close: async () => pinned.close(),
    };
  } catch {
    pinned.close();
    throw new NoTablesError();
  }
}

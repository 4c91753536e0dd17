import { randomBytes } from 'node:crypto';
import { constants, existsSync, mkdtempSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { tmpdir } from 'node:os';
import { databaseName } from '#apps/server/data-directory.ts';

/** The same tests run on SQLite and, where this address is set, on PostgreSQL. */
const serverUrl = process.env.AISLE_TEST_DATABASE_URL;
/** Names the migrated database that the run of tests has made once (`database-template.setup.ts`): one of PostgreSQL, or a file of SQLite. */
export const templateVariable = 'AISLE_TEST_TEMPLATE';

/** Its address is null on SQLite. */
export interface TestDatabase {
  readonly url: string | null;
  drop(): Promise<void>;
}

/**
 * A database of its own, with its tables: a copy is made sooner than all migrations run. On SQLite it is in the data folder, where one is
 * named that has none.
 */
export async function createTestDatabase(dataDirectory?: string): Promise<TestDatabase> {
  const template = process.env[templateVariable];
  if (!serverUrl && template !== undefined && dataDirectory !== undefined)
    await copyFile(template, path.join(dataDirectory, databaseName), constants.COPYFILE_EXCL).catch(unlessThere);
  return create(template ?? emptyTemplate);
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** The same without tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create(emptyTemplate);

/** What PostgreSQL keeps without anything of anybody's. */
const emptyTemplate = 'template0';

async function create(template: string): Promise<TestDatabase> {
  if (!serverUrl) return { url: null, drop: () => Promise.resolve() };
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  // Copied as files: what is small takes longer by way of the log.
  await runOnServer(`create database ${name} template ${template} strategy file_copy`);
  // Tests kill servers of ours, never PostgreSQL, so no commit needs to wait for the disk.
  await runOnServer(`alter database ${name} set synchronous_commit = off`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(`drop database ${name} with (force)`) };
}

/** Runs a statement on the server of the tests, outside of any database of theirs. */
export async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const sharedMemory = '/dev/shm';

/** `/dev/shm` where it exists: faster, and fine for tests that survive no power cut. */
export const memoryFolder = (name: string): string =>
  mkdtempSync(path.join(existsSync(sharedMemory) ? sharedMemory : tmpdir(), `aisle-${name}-`));

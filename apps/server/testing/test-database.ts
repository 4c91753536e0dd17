import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The same tests run on SQLite and, where this address is set, on PostgreSQL. */
const serverUrl = process.env.AISLE_TEST_DATABASE_URL;

/** A database of its own for one test file: null means SQLite. */
export async function createTestDatabase(): Promise<{ url: string | null; drop(): Promise<void> }> {
  if (!serverUrl) return { url: null, drop: () => Promise.resolve() };
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name}`);
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

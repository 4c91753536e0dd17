import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestApp, testAppOf, testConfig } from './test-app.ts';
import { createTestDatabase } from './test-database.ts';

interface TwoApps {
  readonly one: TestApp;
  readonly other: TestApp;
  close(): Promise<void>;
}

/** Two servers of one database. Each has connections, sessions and memory of its own. */
export async function startTwoApps(): Promise<TwoApps> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-two-'));
  const database = await createTestDatabase();
  const config = testConfig({ dataDirectory, databaseUrl: database.url });
  const [one, other] = [await testAppOf(config), await testAppOf(config)];
  return {
    one,
    other,
    async close() {
      await other.close();
      await one.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

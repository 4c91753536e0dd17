import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '#apps/server/config.ts';
import { type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { createTestDatabase } from '#testing/test-database.ts';

interface TwoApps {
  readonly one: TestApp;
  readonly other: TestApp;
  close(): Promise<void>;
}

/** Two servers of one database. Each has connections, sessions and memory of its own. `ofEach` says what they are told besides. */
export async function startTwoApps(ofEach: readonly Partial<Config>[] = []): Promise<TwoApps> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-two-'));
  const database = await createTestDatabase();
  const start = (at: number) => testAppOf(testConfig({ dataDirectory, databaseUrl: database.url, ...ofEach[at] }));
  const [one, other] = [await start(0), await start(1)];
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

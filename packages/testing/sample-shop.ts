import { copiesOfFolder } from './prepared-folders.ts';
import { startTestApp, type TestApp, testAppOf, testConfig } from './test-app.ts';

export interface SampleShop {
  readonly server: TestApp;
  readonly owner: Owner;
  close(): Promise<void>;
}

type Owner = Awaited<ReturnType<TestApp['owner']>>;

/**
 * A server with one project, whose items are those of the sample shop. The owner may do no more than any other owner: who administers the
 * server has signed up before.
 */
export async function startSampleShop(language: 'cs' | 'en' = 'en'): Promise<SampleShop> {
  // A copy of a folder is a copy of the database only where SQLite keeps it there.
  if (process.env.AISLE_TEST_DATABASE_URL !== undefined) {
    const server = await startTestApp();
    return { server, owner: await importedBy(server, language), close: () => server.close() };
  }
  const { folder, kept: owner } = await prepared[language]();
  const server = await startTestApp({ dataDirectory: folder });
  return { server, owner, close: () => server.close() };
}

async function importedBy(server: TestApp, language: 'cs' | 'en'): Promise<Owner> {
  await server.signUp('admin@example.com');
  const owner = await server.owner('owner@example.com', language);
  await server.imported(owner, owner.feedId);
  return owner;
}

/** An import takes most of a second of the processor, which a copy of what it leaves doesn't. */
const preparedIn = (language: 'cs' | 'en') =>
  copiesOfFolder(async (dataDirectory) => {
    const server = await testAppOf(testConfig({ dataDirectory, databaseUrl: null }));
    try {
      return await importedBy(server, language);
    } finally {
      await server.close();
    }
  });
const prepared = { cs: preparedIn('cs'), en: preparedIn('en') };

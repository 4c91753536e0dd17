import { startTestApp, type TestApp } from './test-app.ts';

export interface SampleShop {
  readonly server: TestApp;
  readonly owner: Awaited<ReturnType<TestApp['owner']>>;
  close(): Promise<void>;
}

/** A server with one project, whose items are those of the sample shop. */
export async function startSampleShop(language: 'cs' | 'en' = 'en'): Promise<SampleShop> {
  const server = await startTestApp();
  const owner = await server.owner('owner@example.com', language);
  await server.imported(owner, owner.feedId);
  return { server, owner, close: () => server.close() };
}

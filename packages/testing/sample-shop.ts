import { type SampleOwner, startTestApp, type TestApp } from './test-app.ts';

export interface SampleShop {
  readonly server: TestApp;
  readonly owner: SampleOwner;
  close(): Promise<void>;
}

/** A server of its own with the sample shop. The owner may do no more than any other owner: who administers the server has signed up before. */
export async function startSampleShop(language: 'cs' | 'en' = 'en'): Promise<SampleShop> {
  const server = await startTestApp();
  await server.signUp('admin@example.com');
  return { server, owner: await server.shop(language, 'owner@example.com'), close: () => server.close() };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#features/account/account.contract.ts';
import { type Feed, readFeed } from '#features/data/feeds/feeds.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { testPassword } from '#testing/test-app.ts';
import type { ServerProcess } from './test-process.ts';

const importSeconds = 60;
const pauseMs = 200;

export interface ShopProcess {
  readonly owner: { readonly token: string; readonly project: string };
  readonly collectionId: number;
  readonly feedId: number;
  /** Waits until the last import of its feed has ended, as a server has it. */
  imported(server: ServerProcess): Promise<NonNullable<Feed['last_import']>>;
}

/** Signs the first person of a server up, with a project whose items are those of the sample shop. */
export async function openSampleShop(server: ServerProcess): Promise<ShopProcess> {
  const person = { name: 'Test', surname: 'Person', email: 'a@example.com', agree: true };
  const passwords = { password: testPassword, password_confirmation: testPassword };
  const { data: session } = await server.call({}, register, { ...person, ...passwords });
  const { data: project, msg } = await server.call({ token: session?.token ?? '' }, createSampleProject, { language: 'en' });
  if (!session?.token || project?.feed_id == null) throw new Error(`No sample shop: ${msg}`);
  const owner = { token: session.token, project: project.token };
  const shop: ShopProcess = {
    owner,
    collectionId: project.collection_id,
    feedId: project.feed_id,
    async imported(asked) {
      for (let waitedMs = 0; waitedMs < importSeconds * 1000; waitedMs += pauseMs) {
        const { data: feed } = await asked.call(owner, readFeed, { id: shop.feedId });
        if (feed?.last_import?.finished_at) return feed.last_import;
        await sleep(pauseMs);
      }
      throw new Error(`The import did not end within ${importSeconds} seconds:\n${asked.output()}`);
    },
  };
  await shop.imported(server);
  return shop;
}

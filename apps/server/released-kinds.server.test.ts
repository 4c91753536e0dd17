import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';

/** The console's own list. It is imported unseen, because its types are those of a browser. */
const list: string = '#console/released-kinds.ts';
const { releasedKinds } = (await import(list)) as { readonly releasedKinds: readonly { readonly source: string }[] };

test('every kind of row that releases hold has words in the console, and no other has', async () => {
  const server = await startTestApp();
  const held = (['atOnce', 'onPublish', 'onUpdate', 'atMidnight'] as const).flatMap((when) => server.app.releases.keysOf(when));
  expect(releasedKinds.map(({ source }) => source).toSorted()).toEqual(held.toSorted());
  await server.close();
});

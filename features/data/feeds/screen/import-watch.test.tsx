import { useQuery } from '@tanstack/react-query';
import { screen, cleanup } from '@testing-library/react';
import { expect, it } from 'vitest';
import { query } from '#ui/calls/queries.ts';
import { answerCalls, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { listCollections, type Collection } from '#features/data/collections/collections.contract.ts';
import { ImportWatch } from './import-watch.tsx';
import { listFeeds, readFeed, type Feed } from '#features/data/feeds/feeds.contract.ts';
import { LastImport } from './feeds.page.tsx';

const patiently = { timeout: 5_000 };
let feedId = 0;
/** Of a feed of its own in each test, as what was seen of feeds is remembered. */
const feedOf = (importId: number, endedMsAgo: number) =>
  ({ id: feedId, last_import: { id: importId, state: 'done', finished_at: Date.now() - endedMsAgo } }) as Feed;
const feeds = (...items: Feed[]) => to(listFeeds, { items, total_count: items.length, page: 1, per_page: 20 } as never);
const collection = (item_count: number) => to(listCollections, [{ id: 1, item_count } as Collection]);

const noFeeds: readonly Feed[] = [];

/** Collections and feeds, which are requested once, and again when they may have changed. */
function Screen({ reload }: { readonly reload: (again: () => void) => void }) {
  const { data: collections = [] } = useQuery(query(listCollections, {}));
  const { data, refetch } = useQuery(query(listFeeds, {}));
  reload(() => void refetch());
  return (
    <>
      <ImportWatch feeds={data?.items ?? noFeeds} />
      <p>{collections.map(({ item_count }) => `${item_count} items`)}</p>
      <p>{data?.items.map(({ last_import: last }) => `import ${last?.id}`)}</p>
    </>
  );
}

const feed = (one: Feed) => to({ ...readFeed, path: `/api/feed/${one.id}` }, one as never);

async function open(first: Feed) {
  const calls = answerCalls(collection(0), feeds(first), feed(first));
  let lookAgain = (): void => undefined;
  await renderAt('/', () => <Screen reload={(again) => (lookAgain = again)} />);
  await screen.findByText('0 items');
  return { ...calls, lookAgain: () => lookAgain() };
}

it('what was read before an import that ended just now is read again', async () => {
  feedId += 1;
  const { askedOf } = await open(feedOf(1, 500));
  await expect.poll(() => askedOf(listCollections).length, patiently).toBe(2);
});

it('what was read long after the last import is not', async () => {
  feedId += 1;
  const { askedOf } = await open(feedOf(1, 3_600_000));
  await expect.poll(() => askedOf(listFeeds).length, patiently).toBe(1);
  expect(askedOf(listCollections)).toHaveLength(1);
});

it('an import that began and ended between two looks at the feeds is noticed', async () => {
  feedId += 1;
  const { answer, askedOf, lookAgain } = await open(feedOf(1, 3_600_000));
  await expect.poll(() => askedOf(listFeeds).length, patiently).toBe(1);
  answer(collection(20), feeds(feedOf(2, 30_000)));
  lookAgain();
  await screen.findByText('20 items');
});

const feedWith = (state: string, need_import: boolean) =>
  ({ need_import, last_import: { state, started_at: 1, finished_at: 2 } }) as Feed;

it('a feed says that its settings have changed since its items went live, and nothing where its import says what to do', async () => {
  for (const [state, isBehind, isPublic] of [
    ['done', true, true],
    ['unchanged', true, true],
    ['done', false, false],
    ['running', true, false],
    ['failed', true, false],
    ['onHold', true, false],
  ] as const) {
    await renderAt('/', () => <LastImport feed={feedWith(state, isBehind)} />);
    await screen.findByText(/Imported|Nothing new|Running|Failed|On hold/);
    expect(screen.queryByText('Changed since then') !== null).toBe(isPublic);
    cleanup();
  }
});

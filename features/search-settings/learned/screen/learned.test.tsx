import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setCollections } from '#ui/collection/collection.ts';
import { answerCalls, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { forgetLearned, type LearnedList, listLearned, neverLearn } from '#features/search-settings/learned/learned.contract.ts';
import LearnedPage from './learned.page.tsx';

const kettle = {
  id: 7,
  query: 'kettle',
  is_category: false,
  searches: 1_666,
  choices: 117,
  moves: [{ id: 'k3', name: 'Steel kettle', from: 5, to: 2, chosen: 41 }],
  order: ['k1', 'k3'],
};
const answered: LearnedList = {
  items: [kettle],
  total_count: 1,
  total_pages: 1,
  learning: 'careful',
  counted_until: '2026-10-30',
  outlook: null,
};
const nothing: LearnedList = { ...answered, items: [], total_count: 0, total_pages: 0, counted_until: null };

async function open(list: LearnedList, address = '/') {
  const calls = answerCalls(to(listLearned, list), to(forgetLearned, { changed: 1 }), to(neverLearn, { changed: 1 }));
  setCollections(1, [{ id: 1, name: 'Products', item_count: 5 }]);
  const { router } = await renderAt(address, () => <LearnedPage />);
  return { ...calls, router };
}

async function choose(action: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
}

it('lists queries with what moved, the evidence, and how far visitors are counted', async () => {
  await open(answered);
  const row = (await screen.findByText('kettle')).closest('tr')!;
  for (const text of ['5 → 2', 'Steel kettle', '1,666', '117']) expect(within(row).getByText(text)).toBeTruthy();
  expect(screen.getByText('Visitors are counted up to October 30, 2026.')).toBeTruthy();
});

it('forgets a query after a question, and stops learning after it', async () => {
  const { askedOf } = await open(answered);
  await choose('Forget');
  await screen.findByText('Drop all choices after “kettle”?');
  fireEvent.click(screen.getByRole('button', { name: 'Forget' }));
  await waitFor(() => expect(askedOf(forgetLearned)).toEqual([{ c: 1, ids: [7] }]));
  await choose('Never learn here');
  await screen.findByText('Stop learning after “kettle”?');
  fireEvent.click(screen.getByRole('button', { name: 'Never learn here' }));
  await waitFor(() => expect(askedOf(neverLearn)).toEqual([{ c: 1, ids: [7], is_never: true }]));
});

it('offers to learn again after a query that is off', async () => {
  const { askedOf } = await open({ ...answered, items: [{ ...kettle, moves: [], order: [] }] }, '/?state=never');
  fireEvent.click(await screen.findByRole('button', { name: 'Learn again' }));
  await waitFor(() => expect(askedOf(neverLearn)).toEqual([{ c: 1, ids: [7], is_never: false }]));
  expect(askedOf(listLearned)[0]).toMatchObject({ state: 'never' });
});

it('opens a new curation with the order', async () => {
  const { router } = await open(answered);
  fireEvent.click(await screen.findByRole('button', { name: 'Pin this order' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/search-settings/curations/edit'));
  expect(router.state.location.search).toEqual({ id: 'new', query: 'kettle', promote: 'k1\nk3', c: '1' });
});

it('opens a new curation of a category with its order', async () => {
  const { router } = await open({ ...answered, items: [{ ...kettle, query: 'Kitchen > Kettles', is_category: true }] });
  await screen.findByText('Kitchen › Kettles');
  fireEvent.click(screen.getByRole('button', { name: 'Pin this order' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ category: 'Kitchen > Kettles', promote: 'k1\nk3' }));
});

it.each([
  [{ query: 'lamp', per_day: 5.2, days: 16 }, /“lamp”, is searched 5.2 times a day: about 16 days\.$/],
  [{ query: 'lamp', per_day: 0.4, days: null }, /“lamp”, is searched 0.4 times a day: too rarely\.$/],
  [null, 'No searches yet. Learning needs searches and clicks of your visitors.'],
])('says how long until learning helps', async (outlook, text) => {
  await open({ ...nothing, outlook });
  expect(await screen.findByText(text)).toBeTruthy();
});

it('leads to the switch while learning is off', async () => {
  await open({ ...nothing, learning: 'off' });
  expect((await screen.findByRole('link', { name: 'Relevance tuning' })).getAttribute('href')).toBe(
    '/search-settings/relevance-tuning',
  );
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '#ui/dialog/confirm.tsx';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import type { CheckedQuery } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { usePublishGate } from './publish-gate.panel.tsx';

const queryCount = 45;
const queries = Array.from({ length: queryCount }, (_, at) => ({
  collection_id: 1,
  q: `query ${at}`,
  searches: 10,
  is_frequent: true,
}));
const answer = (q: string, total_count: number): CheckedQuery => ({
  q,
  live_total_count: 4,
  total_count,
  live_redirect: null,
  redirect: null,
  is_changed: total_count !== 4,
  items: [],
  gone: total_count < 4 ? [{ id: 'k1', position: null, live_position: 1 }] : [],
  check_items: [],
});

/** A page with a button that publishes, and how many items each query would find. */
async function gateAt(
  address: string,
  countOf: (q: string) => number,
  itemsOf: (q: string) => CheckedQuery['check_items'] = () => [],
) {
  const clicked = [{ item_id: 'k1', clicks: 18, carts: 0, purchases: 2 }];
  vi.stubGlobal('fetch', async (url: string) => {
    const data = url.includes('/item_figures') ? clicked : { source: 'searches', waiting_version: '', queries };
    return Response.json({ err: 0, msg: '', errors: [], data });
  });
  const asked: number[] = [];
  const publish = vi.fn();
  function Screen() {
    const [draft, setDraft] = useState('first');
    const gate = usePublishGate({
      name: 'boosts',
      check: async ({ queries: part }) => {
        asked.push(part.length);
        return part.map((q) => ({ ...answer(q, countOf(q)), check_items: itemsOf(q) }));
      },
      publishLabel: 'Publish',
      publish: (report) => publish(report, draft),
    });
    return (
      <>
        <button type="button" onClick={gate.start}>
          Go
        </button>
        <button type="button" onClick={() => setDraft('second')}>
          Somebody saves
        </button>
        {gate.drawer}
        <ConfirmDialog />
      </>
    );
  }
  const { router } = await renderAt(address, () => <Screen />);
  return { asked, publish, router };
}

it('publishes by itself if few searches change and none loses all results, and reports the check', async () => {
  const { asked, publish, router } = await gateAt('/', (q) => (q === 'query 3' ? 5 : 4));
  fireEvent.click(screen.getByText('Go'));
  await waitFor(() => expect(publish).toHaveBeenCalledOnce());
  expect(asked).toEqual([20, 20, 5]);
  expect(publish.mock.lastCall).toMatchObject([{ checkedCount: queryCount, changedShare: 1 / queryCount }, 'first']);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

it('waits for a person if a query would find nothing, and lists it first', async () => {
  const { publish } = await gateAt('/', (q) => (q === 'query 44' ? 0 : 5));
  fireEvent.click(screen.getByText('Go'));
  expect(await screen.findByText(/1 quer/)).toBeTruthy();
  expect(document.querySelector('summary')?.textContent).toContain('query 44');
  expect(publish).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(publish).toHaveBeenCalledOnce());
});

it('counts what visitors did with items that a query would lose', async () => {
  await gateAt('/?gate=boosts', (q) => (q === 'query 3' ? 2 : q === 'query 4' ? 5 : 4));
  expect(await screen.findByText('Removed items. In 30 days: 18 clicks · 2 sold')).toBeTruthy();
  expect(screen.getAllByText(/^Removed items/)).toHaveLength(1);
});

it('waits for a person if many searches change, even if each still finds something', async () => {
  const { publish } = await gateAt('/', (q) => (Number(q.split(' ')[1]) < 10 ? 5 : 4));
  fireEvent.click(screen.getByText('Go'));
  expect(await screen.findByText(/of searches change\. None loses all its results\./)).toBeTruthy();
  expect(document.querySelector('[data-kind="asks"]')?.textContent).toContain('22.2%');
  expect(publish).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(publish).toHaveBeenCalledOnce());
});

it('a fifth of the searches may change without a person', async () => {
  const { publish } = await gateAt('/', (q) => (Number(q.split(' ')[1]) < 9 ? 5 : 4));
  fireEvent.click(screen.getByText('Go'));
  await waitFor(() => expect(publish).toHaveBeenCalledOnce());
});

it('only shows the check if it was opened by its address', async () => {
  const { publish } = await gateAt('/?gate=boosts', () => 4);
  expect(await screen.findByText('No search changes.')).toBeTruthy();
  expect(publish).not.toHaveBeenCalled();
});

it('publishes the draft that was checked when somebody else saves another one while the question is open', async () => {
  const { publish } = await gateAt('/', () => 5);
  fireEvent.click(screen.getByText('Go'));
  await screen.findByRole('button', { name: 'Publish' });
  fireEvent.click(screen.getByText('Somebody saves'));
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(publish.mock.lastCall?.[1]).toBe('first'));
});

it('goes on once, however often somebody clicks', async () => {
  const { publish } = await gateAt('/', () => 5);
  fireEvent.click(screen.getByText('Go'));
  const button = await screen.findByRole('button', { name: 'Publish' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(publish).toHaveBeenCalled());
  expect(publish).toHaveBeenCalledOnce();
});

it('a check that fails says so, and does not keep anybody from publishing', async () => {
  const { publish } = await gateAt('/', () => {
    throw new Error('No answer.');
  });
  fireEvent.click(screen.getByText('Go'));
  expect(await screen.findByText('This could not be loaded.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(publish).toHaveBeenCalledWith(null, 'first'));
});

const project = { id: 5, name: 'Shop', url: '', language: 'cs', token: 'public', time_zone: 'UTC', owner: null };
const watched = { id: 7, elastic_item_id: 'alfa', name: 'Kettle Alfa', alert_above: 10, live_position: 3 };
/** A gate that a check item stops, for somebody who owns the project or doesn't. */
async function stoppedGate(is_owner: boolean) {
  const itemsOf = (q: string) => (q === 'query 2' ? [{ ...watched, position: 24 }] : []);
  const gate = await gateAt('/', () => 4, itemsOf);
  const person = {
    id: 1,
    name: 'Jana',
    surname: 'N',
    email: 'jana@example.com',
    is_admin: false,
    is_owner,
    user_groups: [{ id: 2 }],
  };
  act(() => setSession({ person, project }));
  fireEvent.click(screen.getByText('Go'));
  expect(await screen.findByText(/1 check item.* would turn red/)).toBeTruthy();
  expect(screen.getByText('“query 2” – Kettle Alfa: place 3 → 24 (alert above 10)')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  return gate;
}

it('a check item that would turn red stops whoever is no owner', async () => {
  const { publish } = await stoppedGate(false);
  expect(screen.getByText('Owners and administrators may publish anyway.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Publish anyway' })).toBeNull();
  expect(publish).not.toHaveBeenCalled();
});

it('an owner may publish anyway, and is asked once more', async () => {
  const { publish } = await stoppedGate(true);
  fireEvent.click(screen.getByRole('button', { name: 'Publish anyway' }));
  const question = await screen.findByRole('dialog', { name: /^Publish with 1 check item/ });
  expect(publish).not.toHaveBeenCalled();
  fireEvent.click(within(question).getByRole('button', { name: 'Publish anyway' }));
  await waitFor(() => expect(publish).toHaveBeenCalledOnce());
});

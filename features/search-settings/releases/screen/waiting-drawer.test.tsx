import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { releasedKinds } from '#apps/console/released-kinds.ts';
import { LoadReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { renderAt } from '#ui/test-frame.tsx';
import type { WaitingChange } from '#features/search-settings/releases/releases.contract.ts';
import { WaitingDrawer } from './waiting-drawer.tsx';

const change = (source: string, name: string, changed: Partial<WaitingChange>): WaitingChange => ({
  id: 1,
  source,
  name,
  kind: 'added',
  collection_id: null,
  before: null,
  after: null,
  is_live: false,
  planned: null,
  user: 'Jana N',
  changed_at: Date.now(),
  ...changed,
});
const queries = ['kettle', 'kettles'].map((query) => ({ query, match: 'is' }));
const curation = { name: 'Kettles', queries, promoted: [{ id: 'a' }, { id: 'b' }], hidden: [{ id: 'c' }] };

const row = { ...change('curations', 'Kettles', {}), goes_live: 'atMidnight', held_by: null } as const;
const plans = [{ id: 5, name: 'Sale', comment: '', publish_at: Date.parse('2098-11-27'), user: null, change_count: 1 }];

async function show(changes: readonly WaitingChange[], count = changes.length): Promise<(string | null)[]> {
  vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', data: { changes }, errors: [] }));
  await renderAt('/?waiting=1', () => (
    <LoadReleasedKinds value={() => Promise.resolve(releasedKinds)}>
      <WaitingDrawer
        waiting={{ rows: Array.from({ length: count }, () => row), planned: plans, time_zone: 'UTC', next_midnight: 0 }}
      />
    </LoadReleasedKinds>
  ));
  await screen.findByRole('dialog', { name: 'Waiting changes' });
  await screen.findAllByText(/^Curations · /);
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

it('says of each waiting change what it will do to which queries', async () => {
  const rows = [
    change('curations', 'Kettles', { after: curation }),
    change('curations', 'Pans', {
      id: 2,
      kind: 'turnedOff',
      before: curation,
      after: { ...curation, is_active: false },
    }),
    change('stopwords', 'cheap', { kind: 'deleted', before: { value: 'cheap', name: '' } }),
    change('of a later version', 'kettle', {}),
    change('curations', 'Lids', { id: 3, planned: 5, after: curation }),
  ];
  expect(await show(rows)).toEqual([
    '+AddedKettlesCurations · Jana N, nowFor “kettle”, “kettles”: 2 promoted, 1 hidden.Withdraw',
    '○Turned offPansCurations · Jana N, nowTurned off, and kept: For “kettle”, “kettles”: 2 promoted, 1 hidden.Withdraw',
    '−DeletedcheapIgnored terms · Jana N, nowIgnored in queries.Withdraw',
    '+Addedkettleof a later version · Jana N, nowWithdraw',
    '+AddedLidsCurations · Jana N, nowFor “kettle”, “kettles”: 2 promoted, 1 hidden.Withdraw',
  ]);
  expect(screen.getByText('“Sale” goes live on Thu, Nov 27, 2098, 00:00')).toBeDefined();
});

it('counts those that are not told one by one', async () => {
  await show([change('curations', 'Kettles', { after: curation })], 301);
  expect(screen.getByText('and 300 more')).toBeDefined();
});

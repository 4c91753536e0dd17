import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { Tabs } from './tabs.tsx';

const show = (address: string) =>
  renderAt(address, () => (
    <Tabs
      tabs={[
        { name: 'feed', title: 'In the feed', content: 'brought' },
        { name: 'stored', title: 'Stored', content: 'kept' },
      ]}
    />
  ));
const shown = () => screen.getByRole('tabpanel').textContent;

it.each([
  ['/item', 'brought'],
  ['/item?tab=stored', 'kept'],
  ['/item?tab=gone', 'brought'],
])('%s shows what was %s', async (address, content) => {
  await show(address);
  expect(shown()).toBe(content);
});

it('the address says which tab is open, and nothing of the first', async () => {
  const { router } = await show('/item?open=7');
  fireEvent.click(screen.getByRole('tab', { name: 'Stored' }));
  await waitFor(() => expect(router.latestLocation.href).toBe('/item?open=7&tab=stored'));
  expect(shown()).toBe('kept');
  fireEvent.click(screen.getByRole('tab', { name: 'In the feed' }));
  await waitFor(() => expect(router.latestLocation.href).toBe('/item?open=7'));
});

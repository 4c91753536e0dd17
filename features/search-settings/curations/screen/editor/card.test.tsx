import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { CardMenu } from './card-menu.tsx';
import { EditorCard } from './card.tsx';
import type { ColumnName } from './moves.ts';

it('the only promoted item can be moved neither up nor down', async () => {
  const item = { shown: { name: 'Kettle' }, isGone: false };
  const place = { hasPicture: false, place: 1, isFirst: true, isLast: true, tabIndex: 0 as const, act: () => {} };
  await renderAt('/', () => <EditorCard id="1" item={item} column="promoted" {...place} />);
  const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect([isOff('Move “Kettle” up'), isOff('Move “Kettle” down'), isOff('Take out “Kettle”')]).toEqual([true, true, false]);
});

it('an item that nobody sees has no place to move to, and nothing that explains one', async () => {
  const counted = async (column: ColumnName) => {
    const opened = { id: '1', column, button: document.createElement('button') };
    const { unmount } = await renderAt('/', () => (
      <CardMenu opened={opened} c={1} q="kettle" moveToPlace={() => {}} close={() => {}} />
    ));
    const items = await screen.findAllByRole('menuitem');
    const hasPlace = screen.queryByText('Move to place…') !== null;
    unmount();
    return [items.length, hasPlace];
  };
  expect([await counted('promoted'), await counted('hidden')]).toEqual([
    [3, true],
    [1, false],
  ]);
});

import { act, cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setCollections, useLinkedCollection, useSelectCollection } from './collection.ts';
import { renderAt } from '#ui/test-frame.tsx';

const choices = [
  { id: 1, name: 'Products', item_count: 5 },
  { id: 2, name: 'Articles', item_count: 3 },
];

const itemKeys = ['chosen', 'open'];

function Screen() {
  const collection = useLinkedCollection(itemKeys);
  const select = useSelectCollection();
  return (
    <button data-testid="selected" onClick={() => select(2)}>
      {collection?.name}
    </button>
  );
}
function Selector() {
  const select = useSelectCollection();
  return (
    <button data-testid="selected" onClick={() => select(2)}>
      Articles
    </button>
  );
}
const show = (address: string) => renderAt(address, () => <Screen />);

const selected = () => screen.getByTestId('selected');

it('a link shows the collection that it was made for, whatever was selected last', async () => {
  setCollections(5, choices);
  await show('/tester?c=2&q=boots');
  expect(selected().textContent).toBe('Articles');
});

it('the address of a screen says which collection it shows', async () => {
  setCollections(6, choices);
  const { router } = await show('/tester?q=boots');
  await expect.poll(() => router.latestLocation.href).toBe('/tester?q=boots&c=1');
});

it('a link to a collection that is not there shows the selected one, and says so', async () => {
  setCollections(7, choices);
  const { router } = await show('/tester?c=99');
  expect(selected().textContent).toBe('Products');
  await expect.poll(() => router.latestLocation.href).toBe('/tester?c=1');
  const told = screen.getByText('The link’s collection no longer exists. Shown instead: “Products”.');
  expect(told).toBeTruthy();
});

it('another selection leaves behind the page, and what the screen says of the items of the former collection', async () => {
  setCollections(8, choices);
  const { router } = await show('/tester?c=1&q=boots&page=3&chosen=red&open=7');
  act(() => selected().click());
  await expect.poll(() => router.latestLocation.href).toBe('/tester?c=2&q=boots');
});

it('what a screen says of its items is not taken from the addresses of others', async () => {
  setCollections(9, choices);
  await show('/tester?c=1');
  cleanup();
  const { router } = await renderAt('/other?c=1&chosen=red', () => <Selector />);
  act(() => selected().click());
  await expect.poll(() => router.latestLocation.href).toBe('/other?c=2&chosen=red');
});

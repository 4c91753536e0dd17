import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { ResultPreview } from './result-preview.tsx';

const item = (name: string, before: number | null) => ({ id: name, item: { name }, before });

it('each item says how far it went, and what is gone is told apart, with its former place', async () => {
  const [items, gone] = [[item('hose', 3), item('rake', null), item('spade', 1)], [item('bucket', 2)]];
  const labels = { newLabel: 'new', goneLabel: 'Gone (1)' };
  await renderAt('/', () => <ResultPreview items={items} gone={gone} {...labels} />);
  const texts = [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['1hose▲2', '2rakenew', '3spade▼2', '2bucket']);
  expect(screen.getByLabelText(/^Up 2 places, now 1/)).toBeTruthy();
  expect(screen.getByLabelText(/^Down 2 places, now 3/)).toBeTruthy();
  expect(screen.getByText('Gone (1)').closest('details')?.open).toBe(false);
});

it('where nothing is gone nothing is said of it', async () => {
  await renderAt('/', () => <ResultPreview items={[item('hose', 1)]} gone={[]} newLabel="new" goneLabel="Gone" />);
  expect(screen.queryByText('Gone')).toBeNull();
});

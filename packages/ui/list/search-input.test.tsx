import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { SearchInput } from './search-input.tsx';

it('a text that is too long is refused at the field and never sent, and what was typed stays', async () => {
  const sent: string[] = [];
  await renderAt('/', () => <SearchInput label="Search" most={5} list={{ search: '', setSearch: (text) => sent.push(text) }} />);
  const input = screen.getByLabelText<HTMLInputElement>('Search');
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  type('rake');
  type('rakes!');
  expect(screen.getByText(/at most 5 characters.*6/)).toBeTruthy();
  expect(input.value).toBe('rakes!');
  type('rakes');
  expect(screen.queryByText(/at most 5/)).toBeNull();
  await waitFor(() => expect(sent).toEqual(['rakes']));
});

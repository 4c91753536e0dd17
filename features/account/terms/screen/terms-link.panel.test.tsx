import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { TermsLink } from './terms-link.panel.tsx';

it('terms that did not come are asked for again, and closed', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch dynamically imported module')), import('./terms.dialog.tsx')];
  let asked = 0;
  await renderAt('/register', () => <TermsLink load={() => answers[asked++]!} />);
  const link = screen.getByText('Read the terms');
  fireEvent.click(link);
  expect((await screen.findByRole('alert')).textContent).toMatch(/\w/);
  fireEvent.click(link);
  expect(await screen.findByText('1. Who runs this')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByLabelText('Close'));
  expect(screen.queryByText('1. Who runs this')).toBeNull();
});

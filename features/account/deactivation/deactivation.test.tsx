import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { DeactivationPanel } from './deactivation.panel.tsx';

it.each(['', 'I want deactivate'])('whoever types “%s” reads what to type instead', async (typed) => {
  vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', data: [], errors: [] }));
  await renderAt('/profile', () => <DeactivationPanel />);
  const phrase = screen.getByLabelText('Type “i want deactivate” to confirm.');
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Correct-Horse-7' } });
  fireEvent.change(phrase, { target: { value: typed } });
  fireEvent.click(screen.getByRole('button', { name: 'Deactivate account' }));
  expect(await screen.findByText('Field is not valid. Type exactly “i want deactivate”.')).toBeTruthy();
  expect(document.activeElement).toBe(phrase);
});

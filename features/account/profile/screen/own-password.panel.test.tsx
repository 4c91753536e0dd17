import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { OwnPasswordPanel } from './own-password.panel.tsx';

const show = (provider: string | null) => {
  vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', data: { provider }, errors: [] }));
  return renderAt('/profile', () => <OwnPasswordPanel />);
};

it('whom a provider has brought is told how they get a password', async () => {
  await show('Keyring');
  expect(await screen.findByText(/only sign in with Keyring.*“Forgot password”/)).toBeTruthy();
});

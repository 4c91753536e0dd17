import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { MailSettingsPanel } from './mail-settings.panel.tsx';

it('who is mailed nothing is told why', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', data: [], errors: [], sends_mail: true }));
  await renderAt('/profile', () => <MailSettingsPanel />);
  expect(await screen.findByText('Mails go to those who look after the data or the users of a project.')).toBeTruthy();
});

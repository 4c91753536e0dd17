import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, failing, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { setSession, startSession } from '#ui/state/session.ts';
import { readMailServer, sendTestMail } from './server-settings.contract.ts';
import { TestMailPanel } from './test-mail.panel.tsx';

const person = {
  id: 1,
  name: 'Jana',
  surname: 'Nováková',
  email: 'jana@example.com',
  is_admin: true,
  is_owner: false,
  user_groups: [],
};

async function show(server: string | null) {
  const calls = answerCalls(to(readMailServer, { server, from: 'Lamps <search@lamps.example>' }));
  startSession('session');
  setSession({ person, project: null });
  await renderAt('/super-admin/settings', () => <TestMailPanel />);
  return calls;
}

it('shows what the mail server answered, and what to do when it refuses', async () => {
  const calls = await show('mail.lamps.example:465');
  await screen.findByText('Lamps <search@lamps.example> by mail.lamps.example:465');
  const email = 'jana@example.com';
  calls.answer(to(sendTestMail, { email, failure: 'signIn', answer: '535 Authentication failed' }));
  const button = screen.getByRole('button', { name: 'Send a test mail to jana@example.com' });
  fireEvent.click(button);
  await screen.findByText('535 Authentication failed');
  screen.getByText('The mail server refused the user name or password. Check both in AISLE_SMTP_URL.');
  calls.answer(to(sendTestMail, { email, failure: null, answer: '250 OK: queued as 7F3' }));
  fireEvent.click(button);
  await screen.findByText('250 OK: queued as 7F3');
  screen.getByText('Sent to jana@example.com');
  expect(screen.queryByText(/refused/)).toBeNull();
  calls.answer(to(sendTestMail, failing(429, 'tooManyRequests')));
  fireEvent.click(button);
  await screen.findByText(/Too many attempts/);
  expect(screen.queryByText('Sent to jana@example.com')).toBeNull();
});

it('says what to set when no mail server is set', async () => {
  await show(null);
  await screen.findByText('No mail server is set. Set AISLE_SMTP_URL, and restart Aisle.');
  expect(screen.queryByRole('button', { name: /test mail/ })).toBeNull();
});

import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '#console-kit/text/i18n.ts';
import { renderAt } from '#console-kit/test-frame.tsx';
import { TermsDialog } from './terms.dialog.tsx';

beforeAll(() => startI18n(async () => ({})));

it('the dialog is open before its text is there, and asks again for a text that did not come', async () => {
  const answers = [Promise.withResolvers<never>(), Promise.withResolvers<{ terms: { title: string; text: string }[] }>()];
  let asked = 0;
  const load = () => answers[asked++]!.promise;
  await renderAt('/register', () => <TermsDialog onClose={() => {}} load={load} />);
  expect(screen.getByText('Terms and conditions')).toBeTruthy();
  answers[0]!.reject(new TypeError('Failed to fetch dynamically imported module'));
  fireEvent.click(await screen.findByText('Try again'));
  answers[1]!.resolve({ terms: [{ title: '1. Who runs this', text: 'You.' }] } as never);
  expect(await screen.findByText('1. Who runs this')).toBeTruthy();
});

import { expect, it } from 'vitest';
import type { UserData } from '#features/account/personal-data/personal-data.contract.ts';
import { shownIn, writtenOver } from './personal-data.panel.tsx';

const begun = {
  name: 'Petr',
  surname: 'Pátý',
  email: 'petr@example.com',
  company_name: '',
  job: '',
  phone: '',
  company_site: '',
  photo: null,
  new_email: null,
} as UserData;

it('what another tab has saved meanwhile stays, in all fields that are left alone', () => {
  const kept = { ...begun, company_name: 'Tea', photo: 'data:image/webp;base64,AA', new_email: 'new@example.com' };
  const saved = writtenOver(kept, begun, { ...shownIn(begun), job: 'Merchandiser' });
  expect(saved).toEqual({ ...shownIn(kept), job: 'Merchandiser', email: 'new@example.com' });
});

it('what somebody changed counts, also where they emptied it or gave an e-mail change up', () => {
  const open = { ...begun, job: 'Buyer', photo: 'data:image/webp;base64,AA', new_email: 'new@example.com' };
  const saved = writtenOver(open, open, { ...shownIn(open), job: '', photo: null, email: 'petr@example.com' });
  expect(saved).toEqual({ ...shownIn(begun) });
});

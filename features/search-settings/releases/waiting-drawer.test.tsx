import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { renderAt } from '#console-kit/test-frame.tsx';
import { startI18n } from '#console-kit/text/i18n.ts';
import type { WaitingRow } from './releases.contract.ts';
import { WaitingDrawer } from './waiting-drawer.tsx';

beforeAll(() => startI18n(async () => ({})));

const row = (id: number, source: string, name: string): WaitingRow => ({
  id,
  source,
  name,
  kind: 'added',
  collection_id: null,
  user: 'Jana N',
  changed_at: Date.now(),
  goes_live: 'atMidnight',
});

it('says of each waiting change what it is, as a curation may be called as an ignored term is', async () => {
  const rows = [row(1, 'curations', 'kettle'), row(2, 'stopwords', 'kettle'), row(3, 'of a later version', 'kettle')];
  await renderAt('/?waiting=1', () => <WaitingDrawer rows={rows} regenerate={() => {}} />);
  await screen.findByRole('dialog', { name: 'Waiting changes' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'kettlecuration · Jana N, now',
    'kettleignored term · Jana N, now',
    'kettleJana N, now',
  ]);
});

it('lists the one curation before ignored terms, of which hundreds may wait', async () => {
  const terms = Array.from({ length: 3 }, (_, at) => row(at + 1, 'stopwords', `term ${at}`));
  await renderAt('/?waiting=1', () => <WaitingDrawer rows={[...terms, row(1, 'curations', 'Kettles')]} regenerate={() => {}} />);
  await screen.findByRole('dialog', { name: 'Waiting changes' });
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Kettlescuration');
});

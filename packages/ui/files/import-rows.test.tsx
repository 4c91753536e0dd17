import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { RowFileOutcome } from '#contract/rows/row-files.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { ImportRows } from './import-rows.tsx';

const outcome: RowFileOutcome = {
  new: 30,
  changed: 1,
  same: 0,
  unknown_columns: [],
  mistake_count: 0,
  mistakes: [],
  is_written: false,
};

it('a file shows what it would do and how an import is taken back, before anything is written', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string));
    return Response.json({ err: 0, msg: '', data: outcome, errors: [] });
  });
  const of = { endpoints: synonyms, renew: async () => {} };
  await renderAt('/', () => <ImportRows of={of} close={() => {}} />);
  await screen.findByRole('button', { name: 'Choose files' });
  const input = document.querySelector('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['term,synonyms\njacket,coat'], 'words.csv')] } });
  expect(await screen.findByText('30 new, 1 changed, 0 unchanged')).toBeTruthy();
  expect(screen.getByText(/Undo an import by restoring the previous release/)).toBeTruthy();
  expect(sent).toMatchObject([{ dry_run: true }]);
});

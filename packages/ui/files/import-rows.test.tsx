import { fireEvent, screen, within } from '@testing-library/react';
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
  rows: [
    { line: 2, name: 'jacket', is_new: true, cells: [{ field: 'synonyms', before: '', after: 'coat' }] },
    { line: 3, name: 'sock', is_new: false, cells: [{ field: 'synonyms', before: 'hose', after: 'hose|stocking' }] },
  ],
  is_written: false,
};

it('a file shows its first rows and how an import is taken back, before anything is written', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string));
    return Response.json({ err: 0, msg: '', data: outcome, errors: [] });
  });
  const of = { endpoints: synonyms, renew: async () => {} };
  await renderAt('/', () => <ImportRows of={of} isOpen close={() => {}} />);
  const input = await screen.findByRole('dialog').then((dialog) => dialog.ownerDocument.querySelector('input[type=file]')!);
  fireEvent.change(input, { target: { files: [new File(['term,synonyms\njacket,coat'], 'words.csv')] } });
  const rows = within(await screen.findByRole('list', { name: 'Rows of the file' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['jacketsynonyms:  coat', 'socksynonyms: hose hose|stocking']);
  expect(screen.getByText('and 29 more')).toBeTruthy();
  expect(screen.getByText(/Undo an import by restoring the previous release/)).toBeTruthy();
  expect(sent).toMatchObject([{ dry_run: true }]);
});

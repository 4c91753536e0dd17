import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, expect, it, vi } from 'vitest';
import { crud } from '#contract/crud.ts';
import { toPage } from '#contract/page.ts';
import type { RowCopyOutcome } from '#contract/rows/row-copies.ts';
import { setOwnProjects } from '#ui/state/own-projects.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { CopyRows } from './copy-rows.tsx';
import { useCrud } from './crud.ts';

const stopwords = crud({
  name: 'synonym',
  paths: { list: '/api/stopwords', one: '/api/stopwords/{id}' },
  needs: 'search',
  input: z.object({ term: z.string() }),
  unique: ['term'],
  maximumRows: 100,
});

afterEach(() => {
  setOwnProjects([]);
});

function Stopwords() {
  const crudState = useCrud(stopwords, { nameOf: ({ term }) => term });
  return <CopyRows crud={crudState} isOpen close={() => {}} />;
}

it('rows go to a project that a person chose, and to none before', async () => {
  const asked: unknown[] = [];
  const outcome: Partial<RowCopyOutcome> = {
    copied: 1,
    same: 0,
    refused_count: 0,
    refused: [],
    missing_items: null,
    collections: [],
  };
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    if (typeof body === 'string') asked.push(JSON.parse(body));
    const data = typeof body === 'string' ? { ...outcome, collection: null } : toPage([{ id: 1, term: 'the' }], 1, 20);
    return Response.json({ err: 0, msg: '', data, errors: [] });
  });
  const rights = { is_admin: false, is_owner: true, user_groups: [] };
  setOwnProjects([{ id: 7, name: 'Other shop', token: 'other', type: 'search_plugin', is_live: true, rights }]);
  await renderAt('/stopwords', () => <Stopwords />);
  const project = await screen.findByLabelText<HTMLSelectElement>('Project');
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: /^Copy \d/ });
  expect([project.value, copy.disabled]).toEqual(['', true]);
  fireEvent.click(copy);
  expect(asked).toEqual([]);
  fireEvent.change(project, { target: { value: 'other' } });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Copy \d/ }).disabled).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: /^Copy \d/ }));
  await waitFor(() => expect(asked).toMatchObject([{ project: 'other', dry_run: true }, { dry_run: false }]));
});

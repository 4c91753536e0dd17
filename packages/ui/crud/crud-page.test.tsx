import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Replace } from 'lucide-react';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { crud, type RowCopyOutcome } from '#contract/crud.ts';
import { requiredText } from '#contract/fields.ts';
import { toPage } from '#contract/page.ts';
import { ruleFields } from '#contract/rows/rule-fields.ts';
import { useAction } from '#ui/calls/queries.ts';
import { startI18n } from '#ui/text/i18n.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { type RowGate, useCrud } from './crud.ts';
import { CrudPage } from './crud-page.tsx';
import { setOwnProjects } from '#ui/state/session.ts';
import { CopyRows } from './copy-rows.tsx';

const words = crud({
  name: 'synonym',
  paths: { list: '/api/words', one: '/api/words/{id}' },
  needs: 'search',
  input: z.object({
    word: requiredText(),
    others: z.array(z.string()),
    kind: z._default(z.literal([1, 2]), 2),
    weight: z._default(z.number().check(z.minimum(0.1), z.maximum(10)), 0.5),
    ...ruleFields,
  }),
  shown: { uses: z.number() },
  sorts: ['word', 'strength'],
  filters: { state: z.optional(z.enum(['off'])) },
  unique: ['word'],
  maximumRows: 10,
});
const row = { id: 3, word: 'hose', others: ['pipe', 'tube'], kind: 1, weight: 0.8, uses: 1234, is_active: false, updated_at: 1 };
let sent: unknown;
const input = (kind: string) => document.querySelector(`input[${kind}]`) as HTMLInputElement;

beforeAll(() => startI18n(async () => ({})));
afterEach(() => {
  vi.unstubAllGlobals();
  setOwnProjects([]);
});

/** A button that acts on the row, as a switch in it does. */
function Remove() {
  const remove = useAction(words.remove, { refreshes: [words.list] });
  return (
    <button type="button" onClick={() => remove.mutate({ id: row.id })}>
      act
    </button>
  );
}

async function show(address: string, totalCount = 1, gate?: RowGate<typeof words>, beside?: ReactNode): Promise<void> {
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (body !== null && body !== undefined) sent = JSON.parse(body as string);
    const isOne = /\/words\/\d+$/.test(new URL(url, 'http://console.test').pathname);
    const data = isOne ? row : toPage([row], totalCount, 20);
    return Response.json({ err: 0, msg: '', data, errors: [] });
  });
  await renderAt(address, () => (
    <>
      {beside}
      <CrudPage
        calls={words}
        icon={Replace}
        words={{
          title: 'Words',
          purpose: 'For tests.',
          search: 'Search words',
          add: 'Add word',
          empty: 'None',
          why: 'Yet.',
        }}
        fields={{
          word: { label: 'Word', hint: 'As it is typed.' },
          others: { label: 'Others' },
          uses: { label: 'Uses', isNumber: true },
          kind: { label: 'Kind', choices: { 1: { name: 'Both', meaning: 'a' }, 2: { name: 'One', meaning: 'b' } } },
          weight: { label: 'Weight', sort: 'strength', isFormOnly: true },
        }}
        {...(gate && { gate })}
        help="Help"
      />
    </>
  ));
}

it('a row is shown in words, and can be sorted by what the contract says', async () => {
  await show('/words');
  await screen.findByText('hose');
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts('tbody td').slice(1, -1)).toEqual(['hose', 'pipe, tube', '1,234', 'Both', 'Off']);
  expect(texts('thead button')).toEqual(['Word']);
});

it('once a page is chosen, so can be all rows that the search and the filters leave', async () => {
  await show('/words?search=ho&state=off', 130);
  await screen.findByText('hose');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const query = new URL(url, 'http://console.test').searchParams;
    const page = Number(query.get('page'));
    if (query.get('per_page') === '100') asked.push(`${query.get('search')} ${query.get('state')} ${page}`);
    if (body !== null && body !== undefined) sent = JSON.parse(body as string);
    const items = Array.from({ length: page === 1 ? 100 : 30 }, (_, at) => ({ ...row, id: row.id + (page - 1) * 100 + at }));
    const data = query.has('per_page') ? toPage(items, 130, 100) : { ids: [] };
    return Response.json({ err: 0, msg: '', data, errors: [] });
  });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select “hose”' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 130 rows' }));
  await screen.findByText('130 selected');
  expect(asked).toEqual(['ho off 1', 'ho off 2']);
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await vi.waitFor(() => expect(sent).toMatchObject({ ids: expect.arrayContaining([3, 132]), is_active: true }));
});

it('what turning rows on would do is asked of those of other pages, too', async () => {
  const gate = vi.fn<RowGate<typeof words>>(() => Promise.resolve(false));
  await show('/words', 130, gate);
  await screen.findByText('hose');
  vi.stubGlobal('fetch', async (url: string) => {
    const page = Number(new URL(url, 'http://console.test').searchParams.get('page'));
    const items = Array.from({ length: page === 1 ? 100 : 30 }, (_, at) => ({ ...row, id: row.id + (page - 1) * 100 + at }));
    return Response.json({ err: 0, msg: '', data: toPage(items, 130, 100), errors: [] });
  });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select “hose”' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 130 rows' }));
  await screen.findByText('130 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await vi.waitFor(() => expect(gate).toHaveBeenCalledOnce());
  const { put } = gate.mock.calls[0]![0];
  expect(put).toHaveLength(130);
  expect(put?.at(-1)).toMatchObject({ id: 132, word: 'hose', is_active: true });
});

it('on a phone, all rows can be chosen without choosing each of them', async () => {
  await show('/words', 4);
  fireEvent.click(await screen.findByRole('button', { name: 'Select' }));
  expect(await screen.findByText('0 selected')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 4 rows' }));
  expect(await screen.findByText('1 selected')).toBeTruthy();
});

it('the form of a new row begins with its defaults and what the link proposes, and sends all fields', async () => {
  await show('/words?edit=new&word=tap&others=faucet');
  const field = async (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  expect((await field('Word')).value).toBe('tap');
  expect(screen.getByText('As it is typed.')).toBeTruthy();
  expect(screen.queryByLabelText('Uses')).toBeNull();
  expect(input('type=radio][value="2"').checked).toBe(true);
  fireEvent.click(input('type=radio][value="1"'));
  fireEvent.change(await field('Weight'), { target: { value: '19' } });
  expect(await screen.findByText(/between 0\.1 and 10\.$/)).toBeTruthy();
  fireEvent.change(await field('Weight'), { target: { value: '2' } });
  fireEvent.click(input('role=switch'));
  fireEvent.submit((await field('Word')).closest('form') as HTMLFormElement);
  await vi.waitFor(() => expect(sent).toEqual({ word: 'tap', others: ['faucet'], kind: 1, weight: 2, is_active: false }));
});

function CopiedWords() {
  return <CopyRows crud={useCrud(words, { nameOf: ({ word }) => word })} close={() => {}} />;
}

it('rows go to a project that a person chose, and to none before', async () => {
  const asked: unknown[] = [];
  const outcome: RowCopyOutcome = { copied: 1, same: 0, refused_count: 0, refused: [] };
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    if (typeof body === 'string') asked.push(JSON.parse(body));
    const data = typeof body === 'string' ? outcome : toPage([row], 1, 20);
    return Response.json({ err: 0, msg: '', data, errors: [] });
  });
  const rights = { is_admin: false, is_owner: true, user_groups: [] };
  setOwnProjects([{ id: 7, name: 'Other shop', token: 'other', type: 'search_plugin', is_live: true, rights }]);
  await renderAt('/words', () => <CopiedWords />);
  const project = await screen.findByLabelText<HTMLSelectElement>('Project');
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: /^Copy \d/ });
  expect([project.value, copy.disabled]).toEqual(['', true]);
  fireEvent.click(copy);
  expect(asked).toEqual([]);
  fireEvent.change(project, { target: { value: 'other' } });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Copy \d/ }).disabled).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: /^Copy \d/ }));
  await waitFor(() => expect(asked).toEqual([{ ids: [3], project: 'other' }]));
});

it('a form opened while a switch of its row is being saved begins with what was saved', async () => {
  await show('/words', 1, undefined, <Remove />);
  await screen.findByText('hose');
  const saving = Promise.withResolvers<null>();
  let version = 1;
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'DELETE') version = await saving.promise.then(() => 2);
    if (method === 'PUT') sent = JSON.parse(body as string);
    return Response.json({ err: 0, msg: '', data: toPage([{ ...row, updated_at: version }], 1, 20), errors: [] });
  });
  fireEvent.click(await screen.findByText('act'));
  fireEvent.click(screen.getByRole('link', { name: 'hose' }));
  await screen.findByRole('dialog', { name: 'hose' });
  expect(screen.queryByRole('textbox', { name: 'Word' })).toBeNull();
  saving.resolve(null);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Word' }), { target: { value: 'pipe' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and publish' }));
  await waitFor(() => expect(sent).toMatchObject({ word: 'pipe', updated_at: 2 }));
});

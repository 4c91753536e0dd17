import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '#ui/dialog/confirm.tsx';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { type Embedding } from '#features/data/embeddings/embeddings.contract.ts';
import { EmbeddingStatus, useEmbeddingAction } from './embeddings.panel.tsx';

const project = { id: 5, name: 'Shop', url: '', language: 'en', time_zone: 'UTC', token: 'public', owner: null };
const person = { id: 1, name: 'J', surname: 'N', email: 'j@example.com', is_admin: false, is_owner: true, user_groups: [] };
const counts = { item_count: 1_200, embedded_count: 300, failure: null, updated_at: 1 };
const state = { model: 'concepts' as string | null, collections: [] as Partial<Embedding>[] };
const sent: unknown[] = [];

beforeEach(() => {
  Object.assign(state, { model: 'concepts', collections: [] });
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'PUT') sent.push(url, JSON.parse(body ?? '{}'));
    const data = url.endsWith('/cost') ? { item_count: 1_200, token_count: 45_678 } : method === 'PUT' ? {} : state;
    return Response.json({ err: 0, msg: '', data, errors: [] });
  });
  setSession({ person, project });
});

function Actions() {
  const actionsOf = useEmbeddingAction();
  return (
    <>
      <p>Shown</p>
      <ConfirmDialog />
      {actionsOf({ id: 7, name: 'Lamps' }).map(({ label, run }) => (
        <button key={label} type="button" onClick={run}>
          {label}
        </button>
      ))}
    </>
  );
}

it.each([
  [{ state: 'waiting' }, 'Preparing search by meaning: 300 of 1,200', ''],
  [{ state: 'running' }, 'Preparing search by meaning: 300 of 1,200', ''],
  [{ state: 'done' }, 'Also searched by meaning', ''],
  [{ state: 'failed', failure: 'slow' }, 'Search by meaning is incomplete: 300 of 1,200', 'The model doesn’t answer now.'],
  [{ state: 'failed', failure: 'denied' }, 'Search by meaning is incomplete: 300 of 1,200', 'The model’s key was rejected.'],
] as const)('shows how far a collection in %o is searched by meaning', async (own, label, cause) => {
  state.collections = [{ ...counts, collection_id: 7, ...own }];
  await renderAt('/', () => <EmbeddingStatus collectionId={7} />);
  await screen.findByText(label);
  if (cause !== '') screen.getByText(new RegExp(cause));
});

it('says what searching by meaning costs before it is turned on', async () => {
  await renderAt('/', () => <Actions />);
  fireEvent.click(await screen.findByText('Also search by meaning'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Items: 1,200. Tokens: about 46,000.');
  within(dialog).getByText(/sent to the model “concepts” now/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(sent).toEqual(['/api/embeddings/7', { is_on: true }]));
});

it('offers nothing where the server has no endpoint', async () => {
  state.model = null;
  await renderAt('/', () => <Actions />);
  await screen.findByText('Shown');
  await waitFor(() => expect(screen.queryByText('Also search by meaning')).toBeNull());
});

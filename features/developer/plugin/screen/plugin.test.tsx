import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { usualSettings } from '#contract/plugin/plugin-settings.ts';
import { setCollections } from '#ui/collection/collection.ts';
import { setOwnProjects, setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { previewLink } from './live-mode-panel.tsx';
import PluginPage from './plugin.page.tsx';

beforeEach(() => signIn({}));

const project = { id: 7, name: 'Lamps', url: 'https://lamps.example', language: 'cs', time_zone: 'UTC', token: 'tok' };

function signIn({ isOwner = true, type = 'search_plugin' as 'search_plugin' | 'front_api' }): void {
  const rights = { is_admin: false, is_owner: isOwner, user_groups: [{ id: 4 }] };
  setSession({
    person: { id: 1, name: 'Olga', surname: 'Owner', email: 'o@example.com', ...rights },
    project: { ...project, owner: isOwner ? null : 'Olga Owner' },
  });
  setOwnProjects([{ id: 7, name: 'Lamps', token: 'tok', type, is_live: false, rights }]);
}

const saved = {
  settings: usualSettings,
  updated_at: 100,
  is_live: false,
  preview: null,
  seen: null,
  results: { language: 'cs', facets: [], sorts: [], labels: {}, per_page: 24 },
};

const answerOf = (data: unknown) => new Response(JSON.stringify({ err: 0, msg: '', errors: [], data }));

/** A server with this state of the plugin, which keeps what it is sent. */
async function open(state: object = {}, itemCount = 0) {
  const server = { state: { ...saved, ...state }, bodies: [] as { settings: object; updated_at: number | null }[] };
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body: string | null }) => {
    if (method === 'PUT') {
      const sent = JSON.parse(body ?? '{}') as (typeof server.bodies)[number];
      server.bodies.push(sent);
      return Promise.resolve(answerOf((server.state = { ...server.state, ...sent, updated_at: 300 } as never)));
    }
    if (url.startsWith('/api/plugin')) return Promise.resolve(answerOf(server.state));
    if (url.startsWith('/api/example_queries')) return Promise.resolve(answerOf({ queries: [], is_tracked: false }));
    return Promise.resolve(answerOf([]));
  });
  // There is nothing to preview; frames are for a real browser.
  setCollections(7, [{ id: 1, name: 'Products', item_count: itemCount }]);
  await renderAt('/', () => <PluginPage />);
  await screen.findByLabelText('Accent colour');
  return server;
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('tells at the field what is wrong, and saves nothing of it', async () => {
  const server = await open();
  type('Accent colour', 'red');
  expect(screen.getByText('Enter a colour such as #2f4bb3.')).toBeTruthy();
  type('Search field', 'input[');
  expect(screen.getByText('Enter a valid CSS selector.')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('On a page of the shop'));
  type('Page of the shop', 'search');
  expect(screen.getByText(/^Enter a path on your site/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  expect(server.bodies).toEqual([]);
});

it('says when white text could not be read on the accent', async () => {
  await open();
  const note = 'White text isn’t readable on it; black is used.';
  expect(screen.queryByText(note)).toBeNull();
  type('Accent colour', '#ffdd00');
  expect(screen.getByText(note)).toBeTruthy();
});

it('leaves a text out that was emptied', async () => {
  const server = await open({ settings: { ...usualSettings, texts: { cs: { search: 'Najít' }, en: { search: 'Find' } } } });
  fireEvent.click(screen.getByText('Texts'));
  expect((await screen.findByLabelText<HTMLInputElement>('Search')).value).toBe('Najít');
  type('Search', '');
  click('Save');
  await waitFor(() => expect(server.bodies[0]?.settings).toMatchObject({ texts: { en: { search: 'Find' } } }));
  expect(server.bodies[0]?.settings).not.toHaveProperty('texts.cs');
});

it('lets only owners show the plugin to customers, and says so to others', async () => {
  signIn({ isOwner: false });
  await open();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Show to customers' });
  expect(button.disabled).toBe(true);
  expect(button.title).toContain('Olga Owner');
});

it('has no live mode for a shop that calls the front API, and offers the line all the same', async () => {
  signIn({ type: 'front_api' });
  await open();
  expect(screen.getByText(/This project uses the front API/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show to customers' })).toBeNull();
  expect(screen.getByText(/plugin\.js" data-token="tok"/)).toBeTruthy();
});

it('leads by the preview link to the shop, or ends any address of it', () => {
  expect(previewLink('https://lamps.example/cs?a=1', 'x.y')).toBe('https://lamps.example/cs?a=1&aisle-preview=x.y');
  expect(previewLink('', 'a+b')).toBe('?aisle-preview=a%2Bb');
});

it('shows the preview when its page is loaded before the console has drawn that it is ready', async () => {
  await open({}, 3);
  const frame = screen.getByTitle<HTMLIFrameElement>('The plugin in a shop');
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage: () => undefined } });
  const news = (data: object) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin: location.origin, source: frame.contentWindow }));
  await new Promise<void>((resolve) => {
    // As in a browser: both in one task, before React draws.
    setTimeout(() => {
      news({ kind: 'ready' });
      frame.dispatchEvent(new Event('load'));
      setTimeout(resolve, 0);
    });
  });
  expect(screen.queryByRole('alert')).toBeNull();
  news({ kind: 'failed', code: 'tooManyRequests' });
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.');
});

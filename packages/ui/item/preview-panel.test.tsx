import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { previewEndpoint } from '#contract/preview.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { PreviewPanel } from './preview-panel.tsx';

const endpoint = previewEndpoint('/api/tried', {
  needs: 'search',
  summary: 'Tries',
  input: z.object({ q: z.string(), weight: z.number() }),
});

interface Asked {
  readonly q: string;
  readonly weight: number;
}
const found = (name: string) => ({
  err: 0,
  msg: '',
  errors: [],
  data: [{ id: name, name, position: 1, live_position: null }],
  res: { took: { final: 8.4 } },
  gone: [{ id: 'old', name: 'Old', position: null, live_position: 1 }],
  total_count: 21,
  live_total_count: 20,
  redirect: null,
});
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** A server that answers when the test wants it to. */
function stubServer(answer: (asked: Asked) => Response | Promise<Response>) {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { readonly body: string | null }) => {
    if (url.startsWith('/api/example_queries'))
      return Promise.resolve(json({ ...found(''), data: { queries: ['konvice', 'hrnec'], is_tracked: true } }));
    const one = JSON.parse(body ?? '{}') as Asked;
    asked.push(one);
    return Promise.resolve(answer(one));
  });
  return asked;
}

const panel = (weight = 1) => <PreviewPanel collectionId={3} endpoint={endpoint} input={(q) => ({ q, weight })} />;

it('begins with the most frequent query, and shows its draft beside what is live', async () => {
  stubServer(({ q }) => json(found(`Item for ${q}`)));
  await renderAt('/', () => panel());
  expect(await screen.findByText('Item for konvice')).toBeTruthy();
  expect(screen.getByText('21 results · 8 ms')).toBeTruthy();
  expect(screen.getByText('20 results')).toBeTruthy();
  expect(screen.getByText('Gone (1)')).toBeTruthy();
  expect(screen.getByText('New')).toBeTruthy();
  expect(screen.getByText('Left').closest('li')?.textContent).toContain('Old');
});

it('is headed by what customers see now, once, while there is no draft', async () => {
  stubServer(({ q }) => json(found(`Item for ${q}`)));
  await renderAt('/', () => <PreviewPanel collectionId={3} endpoint={endpoint} input={(q) => ({ q, weight: 1 })} isLive />);
  expect(await screen.findByText('Item for konvice')).toBeTruthy();
  expect(screen.getAllByText('Live')).toHaveLength(1);
  expect(screen.queryByText('Draft')).toBeNull();
});

it('asks once for what was typed in one go, and a late answer to an older question is never shown', async () => {
  const late = Promise.withResolvers<Response>();
  const asked = stubServer(({ q }) => (q === 'konvice' ? late.promise : json(found(`Item for ${q}`))));
  const { router } = await renderAt('/?q=konvice', () => panel());
  const box = screen.getByRole('combobox', { name: 'Type a query' });
  for (const q of ['h', 'hr', 'hrnec']) fireEvent.change(box, { target: { value: q } });
  expect(await screen.findByText('Item for hrnec')).toBeTruthy();
  await act(async () => late.resolve(json(found('Item for konvice'))));
  expect(screen.queryByText('Item for konvice')).toBeNull();
  expect(asked.map(({ q }) => q)).toEqual(['konvice', 'hrnec']);
  expect(router.state.location.search).toEqual({ q: 'hrnec' });
});

it('a failure says one sentence, and trying again gets the items', async () => {
  let isDown = true;
  stubServer(({ q }) => (isDown ? json({ err: 1, msg: '', data: null, errors: [] }, 500) : json(found(`Item for ${q}`))));
  await renderAt('/?q=konvice', () => panel());
  expect(await screen.findByText('Internal error, please try again a few minutes later.')).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Item for konvice')).toBeTruthy();
});

it('the last query that was tried is there at the next visit', async () => {
  stubServer(({ q }) => json(found(`Item for ${q}`)));
  const first = await renderAt('/', () => panel());
  const box = screen.getByRole('combobox', { name: 'Type a query' });
  fireEvent.change(box, { target: { value: 'lopata' } });
  fireEvent.blur(box);
  await waitFor(() => expect(localStorage.getItem('preview_queries')).toContain('lopata'));
  first.unmount();
  await renderAt('/', () => panel());
  expect(await screen.findByText('Item for lopata')).toBeTruthy();
});

it('opens on the query that the draft changes most', async () => {
  stubServer(({ q }) => {
    const answer = found(`Item for ${q}`);
    return json(q === 'hrnec' ? answer : { ...answer, data: answer.data.map((item) => ({ ...item, live_position: 1 })) });
  });
  await renderAt('/', () => panel());
  expect(await screen.findByText('Item for hrnec')).toBeTruthy();
  expect(screen.queryByText('Item for konvice')).toBeNull();
  const reason = 'This query changes more than “konvice”.';
  expect(screen.getByText(reason)).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Type a query' }), { target: { value: 'lopata' } });
  expect((await screen.findAllByText('Item for lopata')).length).toBeGreaterThan(0);
  expect(screen.queryByText(reason)).toBeNull();
});

it('looks for a query that the draft changes until there is one, and says when nothing changes', async () => {
  stubServer(({ q, weight }) => {
    const { data, ...answer } = found(`Item for ${q}`);
    const moves = q === 'hrnec' && weight === 2;
    return json({ ...answer, total_count: 20, data: moves ? data : data.map((item) => ({ ...item, live_position: 1 })) });
  });
  function Tuned() {
    const [weight, setWeight] = useState(1);
    return (
      <>
        <button type="button" onClick={() => setWeight(2)}>
          Heavier
        </button>
        {panel(weight)}
      </>
    );
  }
  await renderAt('/', () => <Tuned />);
  expect((await screen.findAllByText('Item for konvice')).length).toBeGreaterThan(0);
  expect(screen.getByText('20 results · nothing changes · 8 ms')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Heavier' }));
  expect(await screen.findByText('Item for hrnec')).toBeTruthy();
  expect(screen.queryByText(/nothing changes/)).toBeNull();
});

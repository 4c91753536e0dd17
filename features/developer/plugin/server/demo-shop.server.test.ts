import { beforeEach, expect, test } from 'vitest';
import type { DemoPage } from '#contract/plugin/plugin-preview.ts';
import { readProjectState } from '#features/dashboard/dashboard.contract.ts';
import { openDemoShop } from '#features/developer/plugin/plugin.contract.ts';
import { toggleLiveMode, makePreview } from '#features/developer/plugin/plugin.contract.ts';
import { updateProject } from '#features/owner/projects/projects.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const owner = await server.shop();

const demo = (rest = '', token = owner.project) =>
  server.app.http.inject({ url: `/demo/${token}${rest}`, headers: { 'accept-language': 'cs,en;q=0.5' } });
const live = (is_live: boolean) => server.call(owner, toggleLiveMode, { is_live });
const pageIn = (body: string): DemoPage =>
  JSON.parse((/data-page="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&lt;', '<')) as DemoPage;
const start = async (preview: string) =>
  (await server.app.http.inject({ url: '/front/v1/plugin', query: { token: owner.project!, preview } })).statusCode;

beforeEach(async () => void (await live(false)));

test('keeps the name of the shop private before live mode is on', async () => {
  const { statusCode, body } = await demo();
  expect(statusCode).toBe(200);
  expect(pageIn(body)).toMatchObject({
    name: null,
    token: owner.project,
    texts: { private: 'This preview is private. Ask for a preview link.' },
  });
  expect(body).not.toContain('Sample shop');
  expect(await start('demo')).toBe(403);
});

test('opens for members, preview links and in live mode, and for nobody else', async () => {
  const { data: pass } = await server.call(owner, openDemoShop, {});
  expect(pass!.name).toBe('Sample shop');
  expect(await start(pass!.preview)).toBe(200);
  const { secret } = (await server.call(owner, makePreview, {})).data!.preview!;
  expect(pageIn((await demo(`?aisle-preview=${secret}`)).body).name).toBe('Sample shop');
  expect(await start(secret)).toBe(200);
  for (const wrong of ['', 'demo', 'a.b', `${secret}x`])
    expect(pageIn((await demo(`?aisle-preview=${wrong}`)).body).name).toBeNull();
  const stranger = await server.shop();
  const refused = await server.call({ ...stranger, project: owner.project! }, openDemoShop, {});
  expect(refused.status).not.toBe(200);
  await live(true);
  expect(pageIn((await demo()).body).name).toBe('Sample shop');
  expect(await start('demo')).toBe(200);
});

test('counts neither searches nor clicks', async () => {
  await live(true);
  const query = { token: owner.project!, preview: 'demo' };
  const { http } = server.app;
  expect((await http.inject({ url: '/front/v1/search', query: { ...query, q: 'kettle', visitor: 'v' } })).statusCode).toBe(200);
  const events = [{ type: 'click', item_id: 'kettle-1', position: 1 }];
  const sent = await http.inject({ method: 'POST', url: '/front/v1/events', query, payload: { events } });
  expect(sent.json<{ data: object }>().data).toMatchObject({ accepted_count: 0 });
  expect((await server.call(owner, readProjectState, {})).data!.front_called_at).toBeNull();
});

test('runs only our files, and writes a name as text', async () => {
  await live(true);
  await server.call(owner, updateProject, { id: owner.projectId, name: '"><script>alert(1)</script>' } as never);
  const { headers, body } = await demo('/item?id=kettle-1');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/demo-shop.js" defer>']);
  expect(pageIn(body.replaceAll('&gt;', '>')).name).toBe('"><script>alert(1)</script>');
});

test('says in the language of the visitor that an address has no shop', async () => {
  const { statusCode, body } = await demo('', 'no-such-token');
  expect(statusCode).toBe(404);
  expect(body).toContain('Na této adrese žádný ukázkový obchod není.');
  expect(body).not.toContain('<script');
});

import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import {
  toggleLiveMode,
  readShopInfo,
  makePreview,
  readPlugin,
  savePlugin,
  startPlugin,
} from '#features/developer/plugin/plugin.contract.ts';
import { updateProject, readCurrentProject } from '#features/owner/projects/projects.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { saveSearchSettings } from '#features/developer/result-settings/result-settings.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { sealingWith } from '#server/secrets/secrets.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { isPreview, previewSecret } from './shop-previews.service.ts';
import type { Owner } from '#testing/test-app.ts';

const server = await sharedServer();
let actor: Owner;
let token: string;

beforeEach(async () => {
  actor = await server.emptyShop();
  token = actor.project;
});

const start = (preview?: string) => server.call({}, startPlugin, { token, ...(preview !== undefined && { preview }) });
const code = async (preview?: string) => (await start(preview)).errors[0]?.code;
const saved = async () => (await server.call(actor, readPlugin, {})).data!;
const liveMode = (is_live?: boolean) => server.call(actor, toggleLiveMode, is_live === undefined ? {} : { is_live });

test('customers see the plugin once live mode is on, and not before', async () => {
  expect(await code()).toBe('liveModeOff');
  expect((await liveMode(true)).data).toEqual({ is_live: true });
  await expect.poll(() => code()).toBeUndefined();
  expect((await start()).data).toMatchObject({ is_live: true, language: 'en', settings: { results: 'over', texts: {} } });
  expect(await saved()).toMatchObject({ is_live: true });
  expect((await server.call(actor, readCurrentProject, {})).data!.is_live).toBe(true);
  expect((await liveMode(false)).data).toEqual({ is_live: false });
  await expect.poll(() => code()).toBe('liveModeOff');
  expect(await saved()).toMatchObject({ is_live: false });
});

test('live mode is toggled as the specification writes it, and said to be as it is', async () => {
  const get = { ...toggleLiveMode, method: 'GET' as const };
  expect((await server.call(actor, get, {})).data).toEqual({ is_live: true });
  expect((await server.call(actor, readShopInfo, {})).data).toEqual({ is_live: true, website: expect.any(String) });
  expect((await server.call(actor, get, {})).data).toEqual({ is_live: false });
  expect((await server.call(actor, get, { is_live: 'false' })).data).toEqual({ is_live: false });
});

test('a shop that calls the front API itself has no live mode to turn on', async () => {
  const { data } = await server.call(actor, readCurrentProject, {});
  await server.call(actor, updateProject, { id: data!.id, type: 'front_api' });
  await expect.poll(() => code()).toBeUndefined();
  expect((await saved()).is_live).toBe(true);
});

test('who opened a preview link sees the plugin before customers do, until another link is made or it ends', async () => {
  expect((await saved()).preview).toBeNull();
  // What is known of the project says for some seconds that there is no link.
  expect(await code()).toBe('liveModeOff');
  const first = (await server.call(actor, makePreview, {})).data!.preview!;
  expect(await code(first.secret)).toBeUndefined();
  expect((await start(first.secret)).data!.is_live).toBe(false);
  expect((await saved()).preview).toEqual(first);
  expect(await code('1.x')).toBe('liveModeOff');

  const second = (await server.call(actor, makePreview, {})).data!.preview!;
  expect(second.secret).not.toBe(first.secret);
  await expect.poll(() => code(first.secret)).toBe('liveModeOff');
  expect(await code(second.secret)).toBeUndefined();

  vi.setSystemTime(second.until);
  try {
    expect(await code(second.secret)).toBe('liveModeOff');
  } finally {
    vi.useRealTimers();
  }
});

test('a preview link of one project opens no other', async () => {
  const { secret } = (await server.call(actor, makePreview, {})).data!.preview!;
  const other = await server.emptyShop();
  expect((await server.call({}, startPlugin, { token: other.project, preview: secret })).errors[0]?.code).toBe('liveModeOff');
});

test('what is saved is shown in the shop, and what is not said is as usual', async () => {
  const { settings, updated_at } = await saved();
  expect(updated_at).toBeNull();
  const wanted = { ...settings, accent: '#aa0000', corners: 0, texts: { cs: { search: 'Najít' } } };
  const { data } = await server.call(actor, savePlugin, { settings: wanted, updated_at });
  expect(data!.settings).toEqual(wanted);
  await liveMode(true);
  await expect.poll(async () => (await start()).data?.settings.accent).toBe('#aa0000');
  await server.call(actor, savePlugin, { settings: { theme: 'dark' } });
  expect((await saved()).settings).toMatchObject({ theme: 'dark', accent: settings.accent, texts: {} });
});

test('two people who edit the same version do not overwrite each other', async () => {
  const { settings, updated_at } = await saved();
  const first = await server.call(actor, savePlugin, { settings, updated_at });
  expect((await server.call(actor, savePlugin, { settings, updated_at })).errors[0]).toMatchObject({
    code: 'changedMeanwhile',
    parameters: { at: first.data!.updated_at },
  });
  const second = await server.call(actor, savePlugin, { settings, updated_at: first.data!.updated_at });
  expect(second.data!.updated_at).toBeGreaterThan(first.data!.updated_at!);
  expect((await server.call(actor, savePlugin, { settings, updated_at: first.data!.updated_at })).status).toBe(409);
});

const badPaths = ['search', '//evil.example/x', String.raw`/\evil.example`, '/.//evil.example', '/..//evil.example', '/a b'];
const badSelectors = ['body{color:red}b) or (color:red', '@import "x"', '.a /* x */', '[a="b', `[a='b"]`, 'a}', 'a;b', 'a\\'];
const impossible: (readonly [string, InputOf<typeof savePlugin>['settings'], string | undefined])[] = [
  ['settings.accent', { accent: 'red' }, 'notColour'],
  ...badPaths.map((path) => ['settings.page_path', { page_path: path }, 'notPagePath'] as const),
  ...(['field_selector', 'page_selector', 'hide_selector'] as const).flatMap((name) =>
    badSelectors.map((selector) => [`settings.${name}`, { [name]: selector }, 'notSelector'] as const),
  ),
  ['settings.texts.cs.search', { texts: { cs: { search: 'x'.repeat(201) } } }, undefined],
];

test.each(impossible)('%s that is not possible is told at its field', async (field, settings, expected) => {
  const { status, errors } = await server.call(actor, savePlugin, { settings });
  expect(status).toBe(422);
  expect(errors[0]?.field).toBe(field);
  if (expected) expect(errors[0]?.code).toBe(expected);
});

test('where the plugin runs is known, but for pages of this server', async () => {
  const ask = (origin: string) => server.app.http.inject({ url: `/front/plugin?token=${token}`, headers: { origin } });
  await ask(server.app.settings.publicUrl);
  expect((await saved()).seen).toBeNull();
  await ask('https://lamps.example:8443');
  await expect.poll(async () => (await saved()).seen).toEqual({ host: 'lamps.example:8443', at: expect.any(Number) });
});

const owner = await server.shop();
beforeAll(async () => void (await server.call(owner, toggleLiveMode, { is_live: true })));
const shown = async () => (await server.call({}, startPlugin, { token: owner.project })).data!;

test('has the usual filters and sorting without result settings', async () => {
  expect(await shown()).toMatchObject({
    facets: ['category', 'price', 'brand'],
    sorts: ['', 'price:asc', 'price:desc'],
    per_page: 24,
    labels: {},
  });
});

test('follows the result settings in filters, sorting and labels', async () => {
  const [collection] = (await server.call(owner, listCollections, {})).data!;
  const saved = await server.call(owner, saveSearchSettings, {
    collection_id: collection!.id,
    results: [
      { field: 'name' },
      { field: 'popularity', label: 'Favourites' },
      { field: 'brand', label: 'Maker' },
      { field: 'price' },
      { field: 'category' },
    ],
    per_page: 12,
    sort: [
      { field: 'popularity', order: 'desc' },
      { field: null, order: 'asc' },
    ],
    facets: [{ field: 'brand', label: 'Maker', limit: 5, order: 'value' }],
  });
  expect(saved.errors).toEqual([]);
  expect(await shown()).toMatchObject({
    facets: [],
    sorts: ['popularity:desc', ''],
    per_page: 12,
    labels: { popularity: 'Favourites', brand: 'Maker' },
  });
  const { data } = await server.call({}, frontSearch, { token: owner.project, q: 'lamp' });
  expect(data!.facets.map(({ field, label }) => [field, label])).toEqual([['brand', 'Maker']]);
});

const sealing = sealingWith('a key of some length');
const lampPreview = { project: { id: 7 }, round: 2 };
const now = Date.UTC(2026, 0, 1);
const secret = previewSecret(sealing, lampPreview, now + 1000);

test.each([
  ['another project', { ...lampPreview, project: { id: 8 } }, secret],
  ['a later round', { ...lampPreview, round: 3 }, secret],
  ['a later end', lampPreview, `${(now + 5000).toString(36)}.${secret.split('.')[1]}`],
  ['nothing', lampPreview, ''],
  ['an end alone', lampPreview, `${(now + 5000).toString(36)}.`],
  ['no end', lampPreview, `Infinity.${secret.split('.')[1]}`],
])('no link works for %s', (_what, wanted, given) => {
  expect(isPreview(sealing, wanted, given, now)).toBe(false);
});

test('no link of one server works on another', () => {
  expect(isPreview(sealing, lampPreview, secret, now)).toBe(true);
  expect(isPreview(sealingWith('another key of some length'), lampPreview, secret, now)).toBe(false);
});

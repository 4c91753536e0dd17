import { beforeEach, expect, test, vi } from 'vitest';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { openDemoShop } from '#features/developer/demo-shop/demo-shop.contract.ts';
import { readProjectState } from '#features/dashboard/dashboard.contract.ts';
import { makePreview } from '#features/developer/plugin/plugin.contract.ts';
import { toggleLiveMode } from '#features/developer/plugin/live-mode/live-mode.contract.ts';
import { updateProject } from '#features/owner/projects/settings/project-settings.contract.ts';
import { sessionStore } from '#server/secrets/sessions.ts';
import { sharedServer } from '#testing/shared-server.ts';
import type { Actor } from '#testing/test-app.ts';

const server = await sharedServer();
const shop = { server, owner: await server.shop() };

const inject = (url: string, cookie = '', more: Record<string, string> = {}) =>
  shop.server.app.http.inject({ url, headers: { ...(cookie && { cookie }), 'accept-language': 'cs,en;q=0.5', ...more } });
const demo = (cookie = '', query = '') => inject(`/demo/${shop.owner.project}${query}`, cookie);
const cookieIn = (headers: { readonly 'set-cookie'?: string | string[] | undefined }): string =>
  /^[^;]+/.exec([headers['set-cookie'] ?? ''].flat().join())?.[0] ?? '';
const live = (is_live: boolean) => shop.server.call(shop.owner, toggleLiveMode, { is_live });

const openAs = ({ token = '', project = '' }: Actor) =>
  shop.server.app.http.inject({
    method: 'POST',
    url: openDemoShop.path,
    headers: { [sessionHeader]: token, [projectHeader]: project },
    payload: {},
  });
const linkSecret = async (): Promise<string> => (await shop.server.call(shop.owner, makePreview, {})).data!.preview!.secret;
/** What the plugin of this page sends along. */
const previewIn = (body: string): string => /data-preview="([^"]*)"/.exec(body)?.[1] ?? '';

beforeEach(async () => void (await live(false)));

test('before live mode is on, nobody sees more than that it is private, and not even the name of the shop', async () => {
  const { statusCode, body } = await demo();
  expect(statusCode).toBe(403);
  expect(body).toContain('<h1>This preview is private.</h1>');
  expect(body).toContain('Ask for a preview link.');
  expect(body).not.toMatch(/Sample shop|data-preview|plugin\.js/);
});

test('a member is let in by their session, for an hour', async () => {
  const { statusCode, headers, body } = await openAs(shop.owner);
  expect([statusCode, JSON.parse(body).data]).toEqual([200, { is_developer: true }]);
  expect(String(headers['set-cookie'])).toMatch(
    new RegExp(`^aisle_demo=developer:[\\w.-]+; Path=/demo/${shop.owner.project}; Max-Age=3(600|599); HttpOnly; SameSite=Lax$`),
  );
  const page = await demo(cookieIn(headers));
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Demo shop of “Sample shop”. Searches here aren&#39;t counted.');
  expect(page.body.match(/<a class="tile"/g)).toHaveLength(12);
  vi.setSystemTime(Date.now() + 3_601_000);
  try {
    expect((await demo(cookieIn(headers))).statusCode).toBe(403);
  } finally {
    vi.useRealTimers();
  }
});

test('a preview link opens it, and its secret is in no address afterwards', async () => {
  const secret = await linkSecret();
  const { statusCode, headers } = await demo('', `?aisle-preview=${secret}`);
  expect([statusCode, headers.location]).toEqual([303, `/demo/${shop.owner.project}`]);
  const days = Number(/Max-Age=(\d+)/.exec(String(headers['set-cookie']))?.[1]) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  const { body } = await demo(cookieIn(headers));
  expect(body).toContain('data-viewer="guest"');
  // Another link ends it.
  await linkSecret();
  expect((await demo(cookieIn(headers))).statusCode).toBe(403);
});

test('no secret of another project opens it, nor one that nobody has made', async () => {
  const other = await shop.server.owner();
  const foreign = await openAs(other);
  expect((await demo(cookieIn(foreign.headers))).statusCode).toBe(403);
  expect((await demo('', `?aisle-preview=${cookieIn(foreign.headers).split(':')[1]}`)).headers['set-cookie']).toBeUndefined();
  for (const cookie of ['aisle_demo=developer:', 'aisle_demo=developer:zzzzzzzz.x', 'aisle_demo=owner:1.x', 'aisle_demo=%00'])
    expect((await demo(cookie)).statusCode, cookie).toBe(403);
  // Who is in no project, or in another one, gets no pass.
  expect((await openAs({ ...other, project: shop.owner.project })).statusCode).toBe(404);
  expect((await openAs({ project: shop.owner.project })).statusCode).toBe(401);
});

test('once live mode is on, everybody sees it, and their page still says that it is no customer', async () => {
  await live(true);
  const { statusCode, body } = await demo();
  expect(statusCode).toBe(200);
  expect(body).toContain('data-viewer="guest"');
  expect(previewIn(body)).toBe('demo');
});

test('what is searched and clicked in it is counted nowhere, and connects no shop', async () => {
  await live(true);
  const pages = [(await demo()).body, (await demo(cookieIn((await openAs(shop.owner)).headers))).body];
  const { db, http } = shop.server.app;
  for (const preview of pages.map(previewIn)) {
    const query = { token: shop.owner.project, preview };
    for (const [name, more] of [
      ['search', { q: 'kettle', visitor: 'v' }],
      ['autocomplete', { q: 'ket' }],
      ['trending', {}],
    ] as const) {
      const { statusCode } = await http.inject({ url: `/front/v1/${name}`, query: { ...query, ...more } });
      expect([name, statusCode]).toEqual([name, 200]);
    }
    const [item] = (await http.inject({ url: '/front/v1/search', query: { ...query, q: 'kettle' } })).json<{
      data: { items: { id: string }[] };
    }>().data.items;
    const events = [{ type: 'click', item_id: item!.id, position: 1 }];
    const told = await http.inject({ method: 'POST', url: '/front/v1/events', query, payload: { events } });
    expect(told.json<{ data: object }>().data).toMatchObject({ accepted_count: 0, ignored_count: 1 });
  }
  await demo('', '?q=kettle');
  const own = { searched: db.selectFrom('search_day'), events: db.selectFrom('shop_event') };
  const searched = own.searched.where('project_id', '=', shop.owner.projectId).select(['result_object', 'search_count']);
  // A search of a customer is counted within a second, so those before it would be there by then.
  const visitors = ['ann', 'bob'];
  expect((await shop.server.call(shop.owner, readProjectState, {})).data!.front_called_at).toBeNull();
  for (const visitor of visitors)
    await http.inject({ url: '/front/search', query: { token: shop.owner.project, q: 'lamp', visitor } });
  await expect.poll(() => searched.execute()).toEqual([{ result_object: 'search', search_count: 2 }]);
  expect(await own.events.where('project_id', '=', shop.owner.projectId).select('id').execute()).toEqual([]);
});

test('it is a page that runs only our files, tells nobody where somebody comes from, and is in no index', async () => {
  await live(true);
  const { headers, body } = await demo();
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(body).toContain('<html lang="en" ');
  expect(body).toMatch(/<meta name="robots" content="noindex" \/>/);
  expect(body).toMatch(/<meta name="description" content="[^"]{20,}" \/>/);
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style|style="| on\w+=/);
  for (const picture of body.match(/<img [^>]*>/g)!) expect(picture).toMatch(/ width="\d+" height="\d+"/);
});

test('what is typed, and what a shop calls itself, is text and no page', async () => {
  await live(true);
  const { id, name, url } = await shop.server.app.db
    .selectFrom('project')
    .selectAll()
    .where('token', '=', shop.owner.project)
    .executeTakeFirstOrThrow();
  const rename = (to: string) => shop.server.app.db.updateTable('project').set({ name: to }).where('id', '=', id).execute();
  await rename(`"><script>alert(1)</script>$&`);
  try {
    const { body } = await demo('', `?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`);
    expect(body).not.toMatch(/<script>|<img src=x/);
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;');
  } finally {
    await rename(name);
  }
  expect(url).toBe('');
});

test('an item has a page, and one that is gone says so', async () => {
  await live(true);
  const id = /\?item=([^"]+)"/.exec((await demo()).body)![1]!;
  const { statusCode, body } = await demo('', `?item=${id}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<article class="item">');
  // The invented shop is nowhere on the web.
  expect(body).not.toContain('Open in the shop');
  const gone = await demo('', '?item=nothing');
  expect([gone.statusCode, gone.body.includes('This item is no longer here.')]).toEqual([404, true]);
});

test('without a plugin, the page finds what is asked for', async () => {
  await live(true);
  const { body } = await demo('', '?q=kettle');
  expect(body).toContain('Results for “kettle”');
  expect(body).toContain('value="kettle"');
  expect((await demo('', '?q=xyzzyx')).body).toContain('Nothing found for “xyzzyx”');
});

test('an address of no project, an inactive one and one without items say what to do', async () => {
  const none = await inject(`/demo/${'x'.repeat(43)}`);
  expect([none.statusCode, none.body.includes('Na této adrese žádný ukázkový obchod není.')]).toEqual([404, true]);
  const empty = await shop.server.emptyShop();
  const opened = await openAs(empty);
  const page = await inject(`/demo/${empty.project}`, cookieIn(opened.headers));
  expect([page.statusCode, page.body.includes('There is nothing to find yet.')]).toEqual([200, true]);
  await shop.server.call(empty, updateProject, { id: empty.projectId, active: false });
  const inactive = await inject(`/demo/${empty.project}`, cookieIn(opened.headers));
  expect([inactive.statusCode, inactive.body.includes('This project is inactive.')]).toEqual([403, true]);
});

test('a member without the group for developers sees the shop, and neither shares nor sets it', async () => {
  const { db } = shop.server.app;
  await shop.server.signUp('plain@demo-shop.example');
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'plain@demo-shop.example')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('member')
    .values({ project_id: shop.owner.projectId, user_id: id, is_owner: 0, user_groups: '[2]' })
    .execute();
  const token = await sessionStore(db).open(id);
  const { headers, body } = await openAs({ token, project: shop.owner.project });
  expect(JSON.parse(body).data).toEqual({ is_developer: false });
  expect((await demo(cookieIn(headers))).body).toContain('data-viewer="member"');
});

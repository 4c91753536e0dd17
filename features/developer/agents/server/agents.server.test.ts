import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { projectHeader } from '#contract/envelope.ts';
import { type KeyRight, sectionGroups } from '#contract/permission.ts';
import { makeKey } from '#features/developer/credentials/keys.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import type { SampleOwner } from '#testing/test-app.ts';

const server = await sharedServer();
let shop: SampleOwner;
beforeAll(async () => {
  shop = await server.shop();
});

async function agent(part: 'shop' | 'console', headers: Readonly<Record<string, string>>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp/${part}`, server.origin), { requestInit: { headers } }));
  return client;
}
let keys = 0;
const keyOf = async (owner: SampleOwner, ...rights: KeyRight[]): Promise<string> =>
  (await server.call(owner, makeKey, { name: `Key ${(keys += 1)}`, rights })).data!.key;
const shopAgent = async (owner = shop) => agent('shop', { authorization: `Bearer ${await keyOf(owner, 'search')}` });
const consoleAgent = (person: { readonly token: string }, project = shop.project) =>
  agent('console', { authorization: `Bearer ${person.token}`, [projectHeader]: project });

interface Told {
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly item: { readonly name: string };
  readonly facets: readonly { readonly field: string; readonly values: readonly { value: unknown; count: number }[] }[];
  readonly suggestions: readonly unknown[];
  readonly total_count: number;
  readonly total_queries: unknown;
  readonly proposals: unknown;
}

/** Calls a tool, and returns its data, or the message if it was refused. */
async function toldBy(client: Client, name: string, given: object = {}): Promise<{ data?: Told; refused?: string }> {
  const { content, isError } = await client.callTool({ name, arguments: given as Record<string, unknown> });
  const { text } = (content as { text: string }[])[0]!;
  return isError ? { refused: text } : { data: JSON.parse(text) as Told };
}

test('an agent of a shop searches, filters, reads an item and completes', async () => {
  const client = await shopAgent();
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search', 'facets', 'item', 'autocomplete']);
  const { data: found } = await toldBy(client, 'search', { q: 'kettle', sort: 'price:asc', per_page: 3 });
  expect(found!.items).toHaveLength(3);
  const { data: counted } = await toldBy(client, 'facets', { q: 'kettle' });
  const brand = counted!.facets.find(({ field }) => field === 'brand')!.values[0]!;
  const filters = JSON.stringify({ brand: [brand.value] });
  expect((await toldBy(client, 'search', { q: 'kettle', filters })).data!.total_count).toBe(brand.count);
  expect((await toldBy(client, 'item', { id: found!.items[0]!.id })).data!.item.name).toBe(found!.items[0]!.name);
  expect((await toldBy(client, 'autocomplete', { q: 'kett' })).data!.suggestions.length).toBeGreaterThan(0);
  await client.close();
});

test('an agent of a person reads figures, and its changes are off until a person turns them on', async () => {
  const client = await consoleAgent(shop);
  expect((await toldBy(client, 'search_figures')).data!.total_queries).toBeDefined();
  expect((await toldBy(client, 'searches_without_results')).data!.items).toEqual([]);
  expect((await toldBy(client, 'proposals', { q: 'kettel' })).data!.proposals).toBeDefined();
  expect((await toldBy(client, 'proposed_synonyms')).data).toEqual({ items: [] });
  await toldBy(client, 'draft_synonym', { term: 'samovar', synonyms: ['kettle'] });
  await toldBy(client, 'draft_replacing_term', { term: 'boiler', catalog_term: 'kettle' });
  await toldBy(client, 'draft_curation', {
    c: shop.collectionId,
    name: 'Boilers',
    queries: [{ query: 'boiler' }],
    promoted: [{ id: 'kettle-2-red' }],
  });
  const lists = [
    await server.call(shop, synonyms.list, {}),
    await server.call(shop, fixits.list, {}),
    await server.call(shop, curations.list, { c: shop.collectionId }),
  ];
  for (const { data } of lists) expect(data!.items.map(({ is_active: isActive }) => isActive)).toEqual([false]);
  expect((await toldBy(client, 'draft_synonym', { term: 'urn', synonyms: ['kettle'], is_active: true })).refused).toContain(
    'is_active',
  );
  expect((await toldBy(client, 'draft_synonym', { term: 'urn', synonyms: [] })).refused).toContain('synonyms');
  await client.close();
});

test('a key and a person reach what is theirs alone', async () => {
  const other = await server.shop('cs');
  const names = async (owner: SampleOwner) => (await toldBy(await shopAgent(owner), 'search', { q: '' })).data!.items[0]!.name;
  expect(await names(other)).not.toBe(await names(shop));
  const stranger = await consoleAgent(other);
  for (const tool of ['search_figures', 'draft_synonym'])
    expect((await toldBy(stranger, tool, tool === 'draft_synonym' ? { term: 'a', synonyms: ['b'] } : {})).refused).toBeDefined();
  const member = await server.signUp();
  const analyst = JSON.stringify([sectionGroups.analytics]);
  await server.app.db
    .insertInto('member')
    .values({ project_id: shop.projectId, user_id: member.userId, is_owner: 0, user_groups: analyst })
    .execute();
  const reader = await consoleAgent(member);
  expect((await toldBy(reader, 'search_figures')).data!.total_queries).toBeDefined();
  expect((await toldBy(reader, 'draft_synonym', { term: 'a', synonyms: ['b'] })).refused).toBeDefined();
});

test('answers clients of the protocol of 2025, too', async () => {
  const headers = { authorization: `Bearer ${await keyOf(shop, 'search')}`, accept: 'application/json, text/event-stream' };
  const ask = async (method: string, params: object) => {
    const payload = { jsonrpc: '2.0', id: 1, method, params };
    const { body } = await server.app.http.inject({ method: 'POST', url: '/mcp/shop', headers, payload });
    return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body).result;
  };
  const begun = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  expect(await ask('initialize', begun)).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'aisle' } });
  expect((await ask('tools/list', {})).tools).toHaveLength(4);
  expect((await ask('tools/call', { name: 'search', arguments: { q: 'kettle' } })).content[0].text).toContain('total_count');
});

test.each([
  ['no credentials', 401, async () => ({})],
  ['a key without the right to search', 403, async () => ({ authorization: `Bearer ${await keyOf(shop, 'events')}` })],
  ['a key that is none', 401, async () => ({ authorization: `Bearer ${'x'.repeat(43)}` })],
])('refuses %s before it reads anything', async (_, status, headers) => {
  const { statusCode } = await server.app.http.inject({
    method: 'POST',
    url: '/mcp/shop',
    headers: await headers(),
    payload: {},
  });
  expect(statusCode).toBe(status);
});

test('refuses an unknown tool, stray and oversized input, and streams', async () => {
  const client = await shopAgent();
  await expect(client.callTool({ name: 'delete_all', arguments: {} })).rejects.toThrow('There is no tool delete_all.');
  expect((await toldBy(client, 'search', { q: 'kettle', token: shop.project })).refused).toContain('token');
  expect((await toldBy(client, 'search', { q: 'x'.repeat(10_000) })).refused).toBeDefined();
  expect((await toldBy(client, 'item', { id: '../../api/user' })).refused).toBeDefined();
  const headers = { authorization: `Bearer ${await keyOf(shop, 'search')}`, accept: 'text/event-stream' };
  expect((await server.app.http.inject({ method: 'GET', url: '/mcp/shop', headers })).statusCode).toBe(405);
  const tooLarge = { method: 'POST', url: '/mcp/shop', headers, payload: { q: 'x'.repeat(70_000) } } as const;
  expect((await server.app.http.inject(tooLarge)).statusCode).toBe(413);
});

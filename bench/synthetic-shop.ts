/** A server with shops of synthetic products, in a process of its own. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#features/account/account.contract.ts';
import type { Import } from '#features/data/imports/imports.contract.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { listEndpoints, updateEndpoint } from '#features/developer/endpoints/endpoints.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { startServerProcess } from '#testing/processes/test-process.ts';
import { products, randomNumbers, words } from './products.ts';

const password = 'Correct-Horse-7';
const pollMs = 50;

export interface ShopFeed {
  readonly token: string;
  readonly id: number;
}

export async function startShop(items: number, { isXml = false, environment = {} } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-bench-'));
  const host = await startFeedHost();
  const file = path.join(folder, 'feed');
  // Written first, so that generating it takes nothing from an import.
  await pipeline(Readable.from(isXml ? googleXml(items) : ndjson(items)), createWriteStream(file));
  const feedUrl = host.reply(isXml ? '/items.xml' : '/items.ndjson', (response) => {
    pipeline(createReadStream(file), response).catch(() => response.destroy());
  });
  const server = await startServerProcess({
    AISLE_DATA: path.join(folder, 'data'),
    AISLE_ALLOW_PRIVATE_FEEDS: host.host,
    ...environment,
  });
  const person = { name: 'B', surname: 'B', email: 'b@example.com', password, password_confirmation: password, agree: true };
  const token = (await server.call({}, register, person)).data?.token ?? '';

  async function keepNothing(project: string): Promise<void> {
    const { data: endpoints } = await server.call({ token, project }, listEndpoints, {});
    for (const { id, is_cacheable, cache_ttl, cache_grace_period } of endpoints ?? [])
      if (is_cacheable)
        await server.call({ token, project }, updateEndpoint, { id, is_cached: false, cache_ttl, cache_grace_period });
  }

  const lastImport = async ({ token: project, id }: ShopFeed): Promise<Import | null | undefined> =>
    (await server.call({ token, project }, readFeed, { id })).data?.last_import;

  return {
    server,
    lastImport,
    async add({ keepsAnswers = false } = {}): Promise<ShopFeed> {
      const input = { name: 'Shop', language: 'en', data_source: 'custom_feed', feed_url: feedUrl } as const;
      const { data: project, msg } = await server.call({ token }, createProject, input);
      if (!project?.feed_id) throw new Error(`No project: ${msg}`);
      if (!keepsAnswers) await keepNothing(project.token);
      return { token: project.token, id: project.feed_id };
    },
    async reload({ token: project, id }: ShopFeed): Promise<void> {
      const { err, msg } = await server.call({ token, project }, reloadFeed, { id });
      if (err !== 0) throw new Error(`Feed ${id} is not imported again: ${msg}`);
    },
    async imported(feed: ShopFeed, onPoll = (): void => undefined): Promise<Import> {
      for (;;) {
        await sleep(pollMs);
        onPoll();
        const run = await lastImport(feed);
        if (!run?.finished_at) continue;
        if (run.state === 'done' && run.imported_count === run.read_count && run.read_count > 0) return run;
        throw new Error(`${run.state}, ${run.imported_count} of ${run.read_count} items, ${run.failure?.code}`);
      }
    },
    async close(): Promise<void> {
      await server.stop();
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function* ndjson(count: number): Generator<string> {
  for (const { id, fields } of products(count)) yield `${JSON.stringify({ id, ...fields })}\n`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function* googleXml(count: number): Generator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?><rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>\n';
  for (const { id, fields } of products(count)) {
    const tags = {
      'g:id': id,
      title: String(fields.name),
      description: `${String(fields.description)} ${String(fields.parameters)}`,
      link: `https://shop.example/p/${id}`,
      'g:image_link': `https://shop.example/i/${id}.jpg`,
      'g:price': `${String(fields.price)} CZK`,
      'g:availability': fields.inStock ? 'in stock' : 'out of stock',
      'g:brand': String(fields.brand),
      'g:product_type': String(fields.category),
    };
    yield `<item>${Object.entries(tags)
      .map(([tag, text]) => `<${tag}>${escaped(text)}</${tag}>`)
      .join('')}</item>\n`;
  }
  yield '</channel></rss>\n';
}

/** The most frequent words are in nearly every item. */
const firstRank = 20;
const ranks = 3000;

export const word = (round: number): string => words[firstRank + ((round * 7919) % ranks)] ?? '';

export function drawnWords(count: number, seed: number): string[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => words[firstRank + Math.floor(random() * ranks)] ?? '');
}

/** Three searches, two of them with facets, per two completions. */
export function mixedCalls(token: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const [one, other] = [word(at), word(at * 31 + 7)];
    if (at % 5 < 2) return `/front/v1/autocomplete?token=${token}&q=${one}+${other.slice(0, 3)}`;
    return `/front/v1/search?token=${token}&q=${one}+${other}${at % 5 === 2 ? '' : '&facets=brand,category,price'}`;
  });
}

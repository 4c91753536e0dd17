import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { expect, test } from './fixtures.ts';
import { lampFeed, lamps } from '#clients/instantsearch/testing/lamp-shop.ts';

const run = promisify(execFile);
const tsc = path.join(import.meta.dirname, '../node_modules/.bin/tsc');
const packages = ['aisle-client', 'aisle-instantsearch'];

/** A project with both downloaded packages and no registry. */
async function projectWith(serverUrl: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-packed-'));
  await writeFile(path.join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }');
  for (const name of packages) {
    const answer = await fetch(`${serverUrl}/clients/${name}.tgz`);
    await writeFile(path.join(folder, `${name}.tgz`), new Uint8Array(await answer.arrayBuffer()));
  }
  const cache = ['--cache', path.join(folder, 'cache')];
  const files = packages.map((name) => `./${name}.tgz`);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...cache, ...files], { cwd: folder });
  return folder;
}

const program = (origin: string, token: string): string => `
import { createClient } from '@aisle/client';
import { aisleSearchClient } from '@aisle/instantsearch';
interface Lamp { readonly name: string; readonly price: number }
const shop = { origin: ${JSON.stringify(origin)}, token: ${JSON.stringify(token)} };
const aisle = createClient<Lamp>(shop);
const { items, total_count: found } = await aisle.search({ q: 'desk', sort: 'price:asc', facets: ['brand'] });
const cheapest: number = items[0]!.price;
const { results } = await aisleSearchClient(shop).search([{ indexName: 'products', params: { query: 'wall' } }]);
const hits: number = results[0]!.nbHits;
const told = JSON.stringify({ found, cheapest, hits });
`;
const wrongProgram = `
import { createClient } from '@aisle/client';
const aisle = createClient({ origin: 'https://search.example.com', token: 'x' });
// @ts-expect-error -- Pages are numbers.
await aisle.search({ page: 'two' });
// @ts-expect-error -- There is no such event.
aisle.track({ type: 'look', item_id: '1' });
// @ts-expect-error -- The answer has no such name.
(await aisle.search({})).hits;
`;

test('both packages are installed from what the server has, and used in Node, in a bundled page and in one without tools', async ({
  asFilledShop,
  feedHost,
  server,
  page,
}) => {
  const { token } = await asFilledShop(feedHost.put('/lamps.ndjson', lampFeed, 'application/x-ndjson'));
  const expected = { found: 20, cheapest: lamps[0]!.price, hits: 20 };
  const folder = await projectWith(server.url);
  try {
    expect(await readdir(path.join(folder, 'node_modules', '@aisle'))).toEqual(['client', 'instantsearch']);
    expect((await readdir(path.join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['@aisle']);

    await test.step('in Node', async () => {
      await writeFile(path.join(folder, 'use.ts'), `${program(server.url, token)}console.log(told);`);
      const { stdout } = await run(process.execPath, ['use.ts'], { cwd: folder });
      expect(JSON.parse(stdout)).toEqual(expected);
    });

    await test.step('with its types, wherever TypeScript looks for them', async () => {
      await writeFile(path.join(folder, 'wrong.ts'), wrongProgram);
      for (const module of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
      ] as const)
        await run(
          tsc,
          [
            '--strict',
            '--noEmit',
            '--target',
            'es2022',
            '--lib',
            'es2022,dom',
            '--types',
            '',
            '--module',
            module[0],
            '--moduleResolution',
            module[1],
            'wrong.ts',
          ],
          { cwd: folder },
        );
    });

    await test.step('in a bundled page', async () => {
      await writeFile(path.join(folder, 'page.ts'), `${program(server.url, token)}document.title = told;`);
      const bundler = await rolldown({ input: path.join(folder, 'page.ts'), platform: 'browser' });
      const { output } = await bundler.generate({ format: 'esm' });
      await bundler.close();
      feedHost.put('/bundled.js', output[0].code, 'text/javascript');
      await page.goto(
        feedHost.put('/bundled.html', '<!doctype html><script type="module" src="/bundled.js"></script>', 'text/html'),
      );
      await expect.poll(async () => page.title()).not.toBe('');
      expect(JSON.parse(await page.title())).toEqual(expected);
    });

    await test.step('in a page without tools', async () => {
      const script = `import { createClient } from '${server.url}/clients/aisle-client.js';
        const { total_count: found } = await createClient({ origin: '${server.url}', token: '${token}' }).search({ q: 'desk' });
        document.title = 'Found ' + found;`;
      await page.goto(feedHost.put('/plain.html', `<!doctype html><script type="module">${script}</script>`, 'text/html'));
      await expect(page).toHaveTitle('Found 20');
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

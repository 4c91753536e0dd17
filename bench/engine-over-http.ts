/** The embedded engine behind a minimal server: plan in, page of items out. Run: node … [directory] [collection] */
import { serverSearchThreads } from './figures.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { Plan } from '#engine/plan.ts';
import { jsonBytes } from '#server/formats/json-body.ts';
import { foundItemsPieces } from '#server/search/search-data.ts';

const [, , directory = '', collection = ''] = process.argv;
const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });

async function answer(body: string): Promise<Buffer> {
  const { hits, totalCount, facets } = await engine.search(collection, JSON.parse(body) as Plan);
  return jsonBytes([`{"total":${totalCount},"items":`, ...foundItemsPieces(hits), `,"facets":${JSON.stringify(facets)}}`]);
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    answer(body)
      .then((bytes) => response.setHeader('content-type', 'application/json').end(bytes))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

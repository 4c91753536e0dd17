/** The embedded engine behind the plainest of servers: a plan comes in, a page of whole items goes out. Run: node … [directory] [collection] */
import { serverSearchThreads } from './figures.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import type { Plan } from '#engine/plan.ts';
import { jsonBytes } from '#server-kit/json-bytes.ts';
import { foundItemsPieces } from '#server-kit/search-data.ts';

const [, , directory = '', collection = ''] = process.argv;
const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });

async function planOf(request: IncomingMessage): Promise<Plan> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return JSON.parse(text) as Plan;
}

const server = createServer((request, response) => {
  planOf(request)
    .then((plan) => engine.search(collection, plan))
    .then(({ hits, totalCount, facets }) => {
      const body = jsonBytes([
        `{"total":${totalCount},"items":`,
        ...foundItemsPieces(hits),
        `,"facets":${JSON.stringify(facets)}}`,
      ]);
      response.setHeader('content-type', 'application/json').end(body);
    })
    .catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

import { request as ask } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { random } from '#feeds/testing/mutations.ts';
import { sharedServer } from '#testing/shared-server.ts';
import sampleQueries from '#sample-shop/queries.json' with { type: 'json' };

interface Answered {
  readonly status: number;
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly body: string;
}

const perCallMs = 60;
/** Headers of the transport, or of one call alone. */
const ofOneCall = new Set(['date', 'connection', 'keep-alive', 'content-length', 'x-request-id']);

const comparable = ({ status, headers, body }: Answered) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneCall.has(name))),
  body: body.replaceAll(/"(?:query_id":"[\w-]+"|took":[\d.e-]+)/g, '"…'),
});

const hostile = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%ed%a0%80',
  '+',
  '%2B',
  '&',
  '=',
  '[]',
  '{"',
  '%C3%A1',
  'ř',
  '1e9',
  '-1',
  '__proto__',
  'null',
];
const values: Readonly<Record<string, readonly string[]>> = {
  facets: ['brand', 'brand,price', 'category', 'no such', ','],
  filters: ['{"brand":["Tesla"]}', '{"price":{"from":10}}', '{"price":{"from":"a"}}', '{', '[]'],
  sort: ['price:asc', 'price:desc', 'name', 'price:up'],
  page: ['1', '2', '0', '100000', 'x'],
  per_page: ['1', '5', '24', '0', '1000'],
  highlight: ['1', 'true', 'no'],
  visitor: ['v-1', 'x'.repeat(300)],
  lang: ['en', 'cs', 'xx'],
  path: ['Kitchen', 'Kitchen > Kettles'],
  collection: ['products', 'no such', ''],
  limit: ['3', '0', '-5'],
  id: ['1', 'p-1'],
};
const headers: Readonly<Record<string, readonly string[]>> = {
  'accept-language': ['cs', 'en-GB,en;q=0.5', '*', ';;'],
  origin: ['https://shop.example', 'null', 'no address'],
  'x-request-id': ['abc-1', 'no id!'],
  'user-agent': ['Mozilla/5.0', ''],
  authorization: ['Bearer unknown', 'Basic x'],
  'x-session-token': ['unknown'],
  'content-type': ['application/json'],
};

/** Tests that so many random calls of shops are answered alike by both ways, directly and by Fastify's. */
export function directCallsAreAlike(count: number): void {
  const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
  const timeout = 30_000 + count * perCallMs;
  test(`${count} random calls are answered alike, directly and through the framework (seed ${seed})`, { timeout }, async () => {
    const server = await sharedServer();
    const { project: token } = await server.shop();
    const next = random(seed);
    const drawn = <Value>(list: readonly Value[]): Value => list[Math.floor(next() * list.length)]!;
    const paths = server.app.endpoints
      .filter(({ needs, method }) => needs === 'shop' && method === 'GET')
      .map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(8);

    const query = (): string => {
      const words = drawn(sampleQueries.en.queries).slice(0, 2 + Math.floor(next() * 20));
      return next() < 0.8 ? encodeURIComponent(words) : `${encodeURIComponent(words)}${drawn(hostile)}`;
    };
    const parameters = (): string[] => {
      const wanted = Object.keys(values).filter(() => next() < 0.15);
      return wanted.map((name) => `${name}=${next() < 0.85 ? encodeURIComponent(drawn(values[name]!)) : drawn(hostile)}`);
    };
    const address = (): string => {
      const known = next() < 0.93 ? [`token=${token}`] : next() < 0.5 ? [] : ['token=unknown'];
      const asked = next() < 0.95 ? [`q=${query()}`] : [];
      const twice = next() < 0.05 ? ['q=twice', 'token=twice'] : [];
      const path = drawn(paths).replace('{id}', '1');
      return `${path}${next() < 0.03 ? '/' : ''}?${[...known, ...asked, ...parameters(), ...twice].join('&')}`;
    };
    const ownHeaders = (at: number): Record<string, string> => ({
      'x-forwarded-for': `10.${at % 200}.${Math.floor(at / 200) % 200}.7`,
      ...Object.fromEntries(Object.keys(headers).flatMap((name) => (next() < 0.07 ? [[name, drawn(headers[name]!)]] : []))),
    });

    const statuses = new Map<number, number>();
    for (let at = 0; at < count; at += 1) {
      const call = { url: encodeURI(address()).replaceAll('%25', '%'), headers: ownHeaders(at) };
      const { statusCode, headers: ofFramework, body } = await server.app.http.inject({ method: 'GET', ...call });
      const sent = ask(server.origin + call.url, { headers: call.headers });
      sent.end();
      const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
      const direct = { status: answer.statusCode!, headers: answer.headers, body: await text(answer) };
      const framework = { status: statusCode, headers: ofFramework, body };
      expect(comparable(direct), JSON.stringify(call)).toEqual(comparable(framework));
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    for (const status of [200, 401, 422]) expect(statuses.get(status), String(status)).toBeGreaterThan(count / 200);
  });
}

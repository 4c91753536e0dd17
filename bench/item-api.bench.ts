/**
 * How long the event loop of the server stands still while a shop sends a body as large as it may: new items, the same again with other
 * prices, and the same with a name of the request. The first part of each line is how long the call took.
 * Run: node bench/item-api.bench.ts [items] [megabytes]
 */
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { authorize } from '#features/developer/credentials/credentials.contract.ts';
import { register } from '#features/account/account.contract.ts';
import { words } from './engine-products.ts';
import { startShop } from './running-shop.ts';

const itemCount = Number(process.argv[2] ?? 5_000);
const megabytes = Number(process.argv[3] ?? 19);
const password = 'Correct-Horse-7';

const shop = await startShop();
const { server } = shop;
const person = { name: 'S', surname: 'S', email: 's@example.com', password, password_confirmation: password, agree: true };
const { data: session } = await server.call({}, register, person);
const input = { name: 'Sent', language: 'en', data_source: 'aisle_api' } as const;
const { data: project } = await server.call({ token: session?.token ?? '' }, createProject, input);
const pair = { client_id: project?.token ?? '', client_secret: project?.client_secret ?? '' };
const { data: bearer } = await server.call({}, authorize, pair);

const charactersPerItem = (megabytes * 1024 * 1024) / itemCount - 250;
const textOf = (number: number): string => {
  let text = '';
  for (let at = number; text.length < charactersPerItem; at += 1) text += `${words[(at * 7919) % words.length]} `;
  return text;
};
const items = Array.from({ length: itemCount }, (_, number) => ({
  id: `item-${number}`,
  name: `${words[number % words.length]} ${words[(number * 31) % words.length]}`,
  price: number,
  colours: ['red', 'blue'],
  size: { width: number % 100, height: 5 },
  description: textOf(number),
}));

async function send(what: string, method: 'POST' | 'PATCH', sent: readonly object[], name?: string): Promise<void> {
  const body = JSON.stringify({ items: sent });
  await shop.longestStop();
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/api/v1/items`, {
    method,
    headers: {
      authorization: `Bearer ${bearer?.token ?? ''}`,
      'content-type': 'application/json',
      ...(name !== undefined && { 'idempotency-key': name }),
    },
    body,
  });
  const { err, data } = (await response.json()) as { err: number; data: { counts: Record<string, number> } | null };
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const stop = (await shop.longestStop()).late.toFixed(0);
  const size = (body.length / 1024 / 1024).toFixed(1);
  console.log(`${what}, ${size} MB: ${seconds} s, longest stop ${stop} ms, err ${err}, ${JSON.stringify(data?.counts)}`);
}

try {
  await send('one item', 'POST', [{ id: 'first', name: 'First' }]);
  await send('new items', 'POST', items);
  await send('the same', 'POST', items);
  await send(
    'other prices, with a name',
    'POST',
    items.map((item) => ({ ...item, price: item.price + 1 })),
    'prices',
  );
  await send(
    'a new field',
    'POST',
    items.map((item) => ({ ...item, weight: 5 })),
  );
  await send(
    'stock alone',
    'PATCH',
    items.map(({ id }) => ({ id, stock: 5 })),
  );
} finally {
  await shop.close();
}

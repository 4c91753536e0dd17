import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventsBodyLimitBytes, maximumEvents } from '#features/front-api/events/events.contract.ts';
import { AisleError } from './send.ts';
import { bytesOfCall, EventQueue, eventsOfCall } from './event-queue.ts';
import type { EventsInput, ShopEvent } from './search-types.ts';

const click = (id: number | string): ShopEvent => ({ type: 'click', item_id: String(id) });
const clicks = (count: number): ShopEvent[] => Array.from({ length: count }, (_, id) => click(id));

let sent: EventsInput[];
let lost: unknown[];
let answer: () => Promise<unknown>;
let queue: EventQueue;
const idsSent = () => sent.map(({ events }) => events.map((event) => event.item_id));

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  lost = [];
  answer = () => Promise.resolve();
  queue = new EventQueue({
    send(input) {
      sent.push(input);
      return answer();
    },
    sendLast: () => undefined,
    onLost: (error) => lost.push(error),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('what one call takes is what the server takes', () => {
  expect(eventsOfCall).toBe(maximumEvents);
  expect(bytesOfCall).toBeLessThanOrEqual(eventsBodyLimitBytes - 2_000);
});

describe('events', () => {
  test('of a moment are sent together, each with a name and its time', async () => {
    vi.setSystemTime(1_790_000_000_000);
    queue.add(click(1));
    queue.add({ ...click(2), id: 'own', at: 5 });
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.events).toEqual([
      { type: 'click', item_id: '1', id: expect.stringMatching(/^[\w-]{10,64}$/), at: 1_790_000_000_000 },
      { type: 'click', item_id: '2', id: 'own', at: 5 },
    ]);
  });

  test('that are many are sent at once, as many as a call takes', async () => {
    for (const event of clicks(250)) queue.add(event);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ events }) => events.length)).toEqual([100, 100, 50]);
  });

  test('that are long are sent in bodies that a call takes', async () => {
    for (let id = 0; id < 90; id++) queue.add({ ...click('č'.repeat(900)), query_id: String(id) });
    await queue.flush();
    const bodies = sent.map((input) => Buffer.byteLength(JSON.stringify({ ...input, visitor: 'x'.repeat(200) })));
    expect(bodies.length).toBeGreaterThan(2);
    expect(Math.max(...bodies)).toBeLessThan(eventsBodyLimitBytes);
    expect(sent.flatMap(({ events }) => events)).toHaveLength(90);
  });

  test('of several collections are sent apart, in their order', async () => {
    queue.add(click(1));
    queue.add(click(2), 'Guides');
    queue.add(click(3), 'Guides');
    queue.add(click(4));
    await queue.flush();
    expect(sent.map(({ collection, events }) => [collection, events.length])).toEqual([
      [undefined, 1],
      ['Guides', 2],
      [undefined, 1],
    ]);
  });

  test('wait longer and longer while nothing answers, and none is lost or renamed', async () => {
    answer = () => Promise.reject(new AisleError('No connection', { code: 'noConnection', status: 0 }));
    queue.add(click(1));
    await vi.advanceTimersByTimeAsync(1_000);
    queue.add(click(2));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(sent).toHaveLength(2);
    answer = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect(idsSent()).toEqual([['1'], ['1', '2'], ['1', '2']]);
    expect(new Set(sent.map(({ events }) => events[0]!.id)).size).toBe(1);
    expect(lost).toEqual([]);
    queue.add(click(3));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(idsSent().at(-1)).toEqual(['3']);
  });

  test('are kept up to a bound, and the newest stay', async () => {
    answer = () => Promise.reject(new AisleError('Busy', { code: 'unavailable', status: 503 }));
    for (const event of clicks(1_500)) queue.add(event);
    await vi.advanceTimersByTimeAsync(0);
    sent = [];
    answer = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(idsSent().flat()).toEqual(Array.from({ length: 1_000 }, (_, id) => String(id + 500)));
  });

  test('that the server finds wrong are left out, and the others are sent again', async () => {
    const wrong = new AisleError('Wrong', {
      code: 'invalid',
      status: 422,
      problems: [{ field: 'events.1.position', code: 'notValid', message: 'position is not valid' }],
    });
    answer = () => (sent.length === 1 ? Promise.reject(wrong) : Promise.resolve());
    for (const event of clicks(3)) queue.add(event);
    await queue.flush();
    expect(idsSent()).toEqual([
      ['0', '1', '2'],
      ['0', '2'],
    ]);
    expect(lost).toEqual([wrong]);
  });

  test('that are refused as a whole are not sent again, and the page is told why', async () => {
    const refused = new AisleError('Unknown project token.', { code: 'projectTokenNotValid', status: 401 });
    answer = () => Promise.reject(refused);
    queue.add(click(1));
    await queue.flush();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toHaveLength(1);
    expect(lost).toEqual([refused]);
  });

  test('that come while others are sent follow them', async () => {
    let end: () => void = () => undefined;
    answer = () => new Promise<void>((resolve) => (end = resolve));
    queue.add(click(1));
    const flushed = queue.flush();
    queue.add(click(2));
    answer = () => Promise.resolve();
    end();
    await flushed;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(idsSent()).toEqual([['1'], ['2']]);
  });
});

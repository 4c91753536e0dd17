import { describe, expect, test } from 'vitest';
import { learn } from './learn.ts';
import { choiceWeights, LookCounts } from './look-counts.ts';
import { type LoggedLook, looksOfDay } from './looks-of-day.ts';

const ids = Array.from({ length: 20 }, (_, place) => `item${place}`);
const ware = 'item12';

const look = (visitor: string, network: string, chosen: readonly string[] = [], query = 'kettle'): LoggedLook => ({
  query,
  name: query,
  ids,
  choices: new Map(chosen.map((id) => [id, choiceWeights.click])),
  visitor,
  network,
});

/** Visitors of networks of their own, who like all items alike. */
function* visitorsOf(day: number): Generator<LoggedLook> {
  for (let visitor = 0; visitor < 40; visitor++) {
    const chosen = ids.filter((_, place) => (visitor * 7 + day * 3 + place * 11) % (3 * (place + 1)) === 0);
    yield look(`visitor ${day} ${visitor}`, `network ${day} ${visitor}`, chosen);
  }
}

async function learnedFrom(attack: (day: number) => Iterable<LoggedLook>) {
  const counts = new LookCounts();
  for (let day = 0; day < 30; day++) {
    counts.age(1);
    for (const one of looksOfDay([...visitorsOf(day), ...attack(day)])) counts.add(one);
  }
  const { table } = await learn(counts, [], () => []);
  const pairs = table.queries.get('kettle');
  return pairs?.logs[pairs.ids.indexOf(ware)] ?? 0;
}

const clicks = (visitorOf: (click: number) => string): LoggedLook[] =>
  Array.from({ length: 10_000 }, (_, click) => look(visitorOf(click), 'one network', [ware]));

describe('10,000 clicks on one item', () => {
  test.each([
    ['one address', () => 'supplier'],
    ['200 addresses of one network', (click: number) => `address ${click % 200}`],
    ['visitors who are made up', (click: number) => `visitor ${click}`],
  ])('move nothing if they come from %s', async (_, visitorOf) => {
    const attack = clicks(visitorOf);
    const [before, after] = [await learnedFrom(() => []), await learnedFrom((day) => (day === 29 ? attack : []))];
    expect(Math.abs(after - before)).toBeLessThan(0.05);
  });

  test('would move it if each came from a network of its own', async () => {
    const attack = clicks((click) => `visitor ${click}`).map((one, click) => ({ ...one, network: `network ${click}` }));
    expect(await learnedFrom((day) => (day === 29 ? attack : []))).toBeGreaterThan(0.5);
  });
});

test('counts a visitor once per query, with the most that was done', () => {
  const bought: LoggedLook = { ...look('visitor', 'network'), choices: new Map([['item3', choiceWeights.purchase]]) };
  const looks = looksOfDay([look('visitor', 'network', ['item3', 'item4']), bought, look('visitor', 'network', ['item3'])]);
  expect(looks.map(({ choices }) => [...choices])).toEqual([
    [
      ['item3', choiceWeights.purchase],
      ['item4', choiceWeights.click],
    ],
  ]);
});

test('hands on neither visitors nor networks', () => {
  expect(Object.keys(looksOfDay([look('visitor', 'network')])[0]!)).toEqual(['query', 'name', 'ids', 'choices']);
});

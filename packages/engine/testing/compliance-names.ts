import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { SearchEngine } from '#engine/port.ts';
import { group, planOf, publishItems } from './catalogue.ts';
import { explain } from '#engine/testing/catalogue.ts';

const collection = 'names';
/** Engines round lengths of fields, and scores. */
const digits = 2;

const item = (id: string, name: string, description = 'one two three four five six seven eight'): Item => ({
  id,
  fields: { name, description },
});
const usual = Array.from({ length: 40 }, (_, number) =>
  item(`usual-${number}`, `Skládací stůl dubový číslo ${number} se zásuvkou a třemi policemi`),
);
const items: readonly Item[] = [
  ...usual,
  item('short', 'Lampička'),
  item('two', 'Stolní lampička'),
  item('long', 'Lampička se skládacím ramenem a dubovým podstavcem pro malé i velké stoly do dětského pokoje'),
  item('brief', 'Chair', 'walnut'),
  item('wordy', 'Chair', 'walnut and two three four five six seven'),
  item('twice', 'Garden hose garden hose with brass nozzle and reel'),
  item('thrice', 'Garden kettle garden kettle garden kettle with reel brass'),
  item('stuffed', 'Garden bucket garden bucket garden bucket garden bucket garden'),
];

/** The part of the duties that says how the length of a field and repeated words count. */
export function nameDuties(engineNow: () => SearchEngine): void {
  const scoreOf = async (word: string): Promise<(id: string) => number> => {
    const { hits } = await engineNow().search(collection, planOf([group(word)], { size: 100 }));
    return (id) => hits.find((hit) => hit.id === id)?.score ?? NaN;
  };
  beforeAll(() => publishItems(engineNow(), collection, items));
  afterAll(() => engineNow().drop(collection));

  it('takes a short name for no better than a longer one, unless that is longer than usual', async () => {
    const score = await scoreOf('lampicka');
    expect(score('short')).toBeCloseTo(score('two'), digits);
    expect(score('long')).toBeLessThan(score('two') * 0.99);
  });

  it('takes a short description for better than a longer one', async () => {
    const score = await scoreOf('walnut');
    expect(score('brief')).toBeGreaterThan(score('wordy') * 1.1);
  });

  it('counts a word that is repeated up to three times', async () => {
    const score = await scoreOf('garden');
    expect(score('thrice')).toBeGreaterThan(score('twice') * 1.02);
    expect(score('stuffed')).toBeCloseTo(score('thrice'), digits);
  });

  it('tells how often a word stands in a field, whatever counts', async () => {
    const explanation = await explain(engineNow(), collection, planOf([group('garden')]), 'stuffed');
    expect(explanation?.matches[0]?.fields[0]?.termFrequency).toBe(5);
  });
}

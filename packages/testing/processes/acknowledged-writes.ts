import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { KilledShop } from './killed-shop.ts';

/** Below the item API's rate limit, so only kills fail a write. */
const pauseMs = 110;
const priced = 'sent-0';
export const sentBrand = 'Sent';

export async function acknowledgedWrites(shop: KilledShop) {
  const sent = { tried: 0, acknowledged: 0 };
  const price = { tried: 0, acknowledged: 0 };
  const terms = { tried: 0, acknowledged: 0 };
  let isOn = false;
  let writing: Promise<void> = Promise.resolve();

  async function writeOne(): Promise<void> {
    const item = { id: `sent-${(sent.tried += 1)}`, name: 'Lamp that was sent', price: 1, brand: sentBrand };
    if ((await shop.send('POST', '', { items: [item] })) === 200) sent.acknowledged += 1;
    const fields = { price: (price.tried += 1) };
    if ((await shop.send('PATCH', `/${priced}`, { fields })) === 200) price.acknowledged = fields.price;
    const term = `term ${(terms.tried += 1)}`;
    const { status } = await shop.call(synonyms.create, { term, synonyms: ['lamp'] }).catch(() => ({ status: null }));
    if (status === 200) terms.acknowledged += 1;
  }

  const first = { id: priced, name: 'Part', price: 0, brand: sentBrand };
  expect(await shop.send('POST', '', { items: [first] }), shop.output()).toBe(200);
  return {
    begin(): void {
      isOn = true;
      writing = (async () => {
        while (isOn) {
          await writeOne();
          await sleep(pauseMs);
        }
      })();
    },
    async end(): Promise<void> {
      isOn = false;
      await writing;
    },
    /** Interrupted writes may or may not be there. */
    async expectThere(foundCount: number, told: string): Promise<void> {
      expect(foundCount, told).toBeGreaterThanOrEqual(sent.acknowledged);
      expect(foundCount, told).toBeLessThanOrEqual(sent.tried);
      const found = Number((await shop.sentItem(priced))?.['price']);
      expect(found, told).toBeGreaterThanOrEqual(price.acknowledged);
      expect(found, told).toBeLessThanOrEqual(price.tried);
      const count = (await shop.call(synonyms.list, {})).data?.total_count;
      expect(count, told).toBeGreaterThanOrEqual(terms.acknowledged);
      expect(count, told).toBeLessThanOrEqual(terms.tried);
    },
    count: () => sent.acknowledged + price.acknowledged + terms.acknowledged,
  };
}

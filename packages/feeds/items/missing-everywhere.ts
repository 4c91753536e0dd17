import type { FeedWarning } from '#contract/texts/import-texts.ts';
import type { Item } from '#contract/item.ts';

/** What customers see of an item, or narrow by. */
const looked = ['name', 'price', 'image', 'url', 'category'] as const;
/** Of fewer items, one kind that has no picture or no price is nothing odd. */
const leastItems = 50;

/** Notices what no item of a feed has, which is a field that wasn't recognised more often than one that isn't there. */
export class MissingEverywhere {
  readonly #missing = new Set<string>(looked);
  #count = 0;

  look({ fields }: Item): void {
    this.#count += 1;
    for (const field of this.#missing) if (fields[field] !== undefined) this.#missing.delete(field);
  }

  warnings(): FeedWarning[] {
    if (this.#count < leastItems) return [];
    return [...this.#missing].map((field) => ({ code: 'noneHas', details: { field } }));
  }
}

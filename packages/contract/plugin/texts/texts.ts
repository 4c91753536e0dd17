import { cs } from './cs.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';
import { sk } from './sk.ts';

/** By the forms that a language has for numbers, as `Intl.PluralRules` calls them. */
export type Plural = { readonly other: string } & Partial<Readonly<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>>;

/** What the plugin says to customers. `{n}`, `{q}`, `{a}` and `{b}` stand for what is put in. */
export interface Texts {
  readonly suggestions: string;
  readonly popular: string;
  readonly showAll: Plural;
  readonly nothingFound: string;
  readonly tryShorter: string;
  readonly search: string;
  readonly outOfStock: string;
  readonly showsResultsFor: string;
  readonly searchInstead: string;
  readonly resultsFor: string;
  readonly relaxed: string;
  readonly showMore: string;
  readonly items: string;
  readonly allItems: string;
  readonly results: Plural;
  readonly showResults: Plural;
  readonly filters: string;
  readonly clearAll: string;
  readonly remove: string;
  readonly more: string;
  readonly less: string;
  readonly sort: string;
  readonly relevance: string;
  readonly cheapest: string;
  readonly dearest: string;
  readonly from: string;
  readonly to: string;
  readonly category: string;
  readonly brand: string;
  readonly price: string;
  readonly availability: string;
  readonly inStock: string;
  readonly preorder: string;
  readonly backorder: string;
  readonly yes: string;
  readonly no: string;
  readonly unavailable: string;
  readonly tryAgain: string;
  readonly cancel: string;
  readonly clear: string;
  readonly close: string;
  readonly oldPrice: string;
}
export type TextKey = keyof Texts;

export const pluginTexts = { cs, sk, en, de, pl } as const satisfies Record<string, Texts>;

import type { ColourName, Gender } from './colours.ts';
import type { MaterialName } from './materials.ts';
import type { DrawingName } from './drawings.ts';

export type SampleLanguage = 'cs' | 'en';

/** The same in both languages of the shop. */
export type Both = readonly [cs: string, en: string];

export const inLanguage = ([cs, en]: Both, language: SampleLanguage): string => (language === 'cs' ? cs : en);

/** A kind of product, made in several models. */
export interface ProductLine {
  /** Part of the items' ids. */
  readonly key: string;
  readonly noun: Both;
  /** Of the Czech noun: colours agree with it. */
  readonly gender: Gender;
  /** The last level of the category. */
  readonly shelf: Both;
  readonly drawing: DrawingName;
  readonly material: MaterialName | null;
  /** Each is a variant of the model. Without any, the picture has a colour of its own. */
  readonly colours: readonly ColourName[];
  /** Each is a variant of every colour. */
  readonly sizes?: readonly string[];
  /** Of the cheapest and the dearest model, in Czech crowns. */
  readonly priceCzk: readonly [lowest: number, highest: number];
  /** What tells the models apart, the cheapest first. Words in both languages, or a measure that both write alike but for the comma. */
  readonly models: readonly (Both | string)[];
  /** Models told apart by words alone have no names of their own. */
  readonly isNameless?: true;
  readonly intro: Both;
  readonly features: readonly Both[];
}

export interface Department {
  /** Begins the product codes. */
  readonly code: string;
  readonly name: Both;
  /** Invented, as everything in the shop. Those that mean something are translated, as the shop of one language has none of the other. */
  readonly brands: readonly (Both | string)[];
  readonly sections: readonly { readonly name: Both; readonly lines: readonly ProductLine[] }[];
}

import type { Item } from '#contract/item.ts';
import type { ItemChange, KeptGeneration } from '#engine/port.ts';

/** What an engine that is killed at crash points is asked, and answers. */
export const collection = 'shop';
/** The items of a source, which all name the version that it had. */
export const source = 1;
export const fedCount = 40;
export const versionWord = (version: number): string => `version${version}`;

export type EngineTask =
  /** Answers the name of what is built. */
  | { readonly kind: 'build'; readonly version: number }
  | { readonly kind: 'publish'; readonly generation: string }
  | { readonly kind: 'change'; readonly changes: readonly ItemChange[] }
  /** Changes items as soon as the new generation is being built. */
  | { readonly kind: 'recreate'; readonly meanwhile: readonly ItemChange[] }
  | { readonly kind: 'drop' }
  | { readonly kind: 'look' };

export interface Looked {
  readonly items: readonly Item[];
  /** How many items the index finds of each version that the items name. */
  readonly counts: Readonly<Record<string, number>>;
  readonly generations: readonly KeptGeneration[];
  readonly problems: readonly string[];
}

export type EngineAnswer = string | Looked | null;

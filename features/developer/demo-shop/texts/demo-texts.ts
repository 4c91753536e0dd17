import { cs } from './cs.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';
import { sk } from './sk.ts';

/** What the demo shop says beside what the plugin does. `{project}` and `{until}` stand for what is put in. */
export interface DemoTexts {
  readonly demoShop: string;
  readonly bar: string;
  readonly share: string;
  readonly settings: string;
  readonly description: string;
  readonly categories: string;
  readonly openInShop: string;
  readonly allItems: string;
  readonly sharedUntil: string;
  readonly sharedForAll: string;
  readonly notShared: string;
  readonly private: string;
  readonly askForLink: string;
  readonly unknown: string;
  readonly checkAddress: string;
  readonly inactive: string;
  readonly activate: string;
  readonly empty: string;
  readonly importFeed: string;
  readonly itemGone: string;
  readonly away: string;
  readonly busy: string;
  readonly tryLater: string;
}

export const demoTexts = { cs, sk, en, de, pl } as const satisfies Record<string, DemoTexts>;

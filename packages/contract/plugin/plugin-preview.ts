import type { PluginStart } from './plugin-settings.ts';

export const previewName = 'aisle-preview';

export const demoShopPath = (token: string): string => `/demo/${token}`;

export interface DemoPage {
  readonly token: string;
  readonly path: string;
  readonly language: string;
  /** null while only members and preview links may see it. */
  readonly name: string | null;
  readonly texts: Readonly<
    Record<'demoShop' | 'bar' | 'openInShop' | 'allItems' | 'itemGone' | 'private' | 'unknown' | 'away', string>
  >;
}

/** The page in which the console shows the plugin with settings that aren't saved. */
export const previewPagePath = '/plugin-preview';
export const previewScriptPath = '/plugin-preview.js';

/** Suggestions below the search field, or what was found. */
export type PreviewView = 'panel' | 'results';

export interface PreviewDraft {
  readonly kind: 'draft';
  readonly token: string;
  readonly start: PluginStart;
  readonly language: string;
  readonly query: string;
  readonly view: PreviewView;
}

/** What the page tells the console: that it runs, that the server answered or didn't, and where a query sends visitors instead of results. */
export type PreviewNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answered' }
  | { readonly kind: 'failed'; readonly code: string | undefined }
  | { readonly kind: 'leaves'; readonly address: string };

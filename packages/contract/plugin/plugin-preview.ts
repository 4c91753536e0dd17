import type { PluginStart } from './plugin-settings.ts';

/** The page in which the console shows the plugin with settings that aren't saved. */
export const previewPagePath = '/plugin-preview';
export const previewScriptPath = '/plugin-preview.js';

/** Suggestions below the search field, or what was found. */
export const previewViews = ['panel', 'results'] as const;
export type PreviewView = (typeof previewViews)[number];

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
  | { readonly kind: 'failed' }
  | { readonly kind: 'leaves'; readonly address: string };

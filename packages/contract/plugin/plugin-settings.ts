import * as z from 'zod/mini';
import { shortTextLength } from '#contract/fields.ts';

export const pluginLanguages = ['cs', 'sk', 'en', 'de', 'fr', 'es', 'pl'] as const;

/** Sentences that a shop may say in words of its own. `{n}`, `{q}`, `{a}` and `{b}` stand for what is put in. */
export const pluginTextKeys = [
  'suggestions',
  'popular',
  'showAll',
  'nothingFound',
  'tryShorter',
  'search',
  'outOfStock',
  'resultsFor',
  'relaxed',
  'showMore',
] as const;

/** Its strings are closed, and it has no block, no at-rule and no comment: nothing of it leaves the rule that it is put in. */
const selectorAlone = /^(?:[^{}@;"'\\]|\\[^\r\n\f]|"(?:[^{}"\\\r\n\f]|\\[^\r\n\f])*"|'(?:[^{}'\\\r\n\f]|\\[^\r\n\f])*')*$/;
const isAlone = (text: string): boolean => selectorAlone.test(text) && !/\/\*|\*\//.test(text);
const Selector = z._default(
  z.string().check(z.trim(), z.maxLength(shortTextLength), z.refine(isAlone, { error: 'notSelector' })),
  '',
);
/** Saved by 0.1.0, and no longer said. */
const retiredTextKeys = ['showsResultsFor', 'searchInstead'] as const;
const ownTexts = z.partialRecord(
  z.enum([...pluginTextKeys, ...retiredTextKeys]),
  z.string().check(z.trim(), z.maxLength(shortTextLength)),
);

/** `over` the page that the visitor is on, or on a `page` of the shop. */
export const resultPlaces = ['over', 'page'] as const;
export const pluginThemes = ['shop', 'light', 'dark'] as const;
export const mostCorners = 24;

export const PluginSettings = z.object({
  /** CSS selector of the shop's search fields; empty where the plugin finds them by itself. */
  field_selector: Selector,
  results: z._default(z.enum(resultPlaces), 'over'),
  /** The page of the shop that shows results, on the origin of the page that the visitor is on. */
  page_path: z._default(
    z.string().check(z.trim(), z.maxLength(shortTextLength), z.regex(/^\/(?!\.*[/\\])[^\s?#\\]*$/, { error: 'notPagePath' })),
    '/search',
  ),
  /** CSS selector of what results stand in on that page; empty for the main part of the page. */
  page_selector: Selector,
  /** CSS selector of what isn't shown where the plugin works, such as suggestions of the shop's own. */
  hide_selector: Selector,
  accent: z._default(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: 'notColour' })), '#2f4bb3'),
  /** In pixels. */
  corners: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(mostCorners)), 8),
  theme: z._default(z.enum(pluginThemes), 'shop'),
  shows_price: z._default(z.boolean(), true),
  shows_stock: z._default(z.boolean(), true),
  shows_old_price: z._default(z.boolean(), true),
  shows_brand: z._default(z.boolean(), true),
  sends_clicks: z._default(z.boolean(), true),
  sends_purchases: z._default(z.boolean(), true),
  /** By language; what is left out is said in the plugin's own words. */
  texts: z._default(z.partialRecord(z.enum(pluginLanguages), ownTexts), {}),
});
export type PluginSettings = z.output<typeof PluginSettings>;

/** As the plugin is before anybody has set anything. */
export const usualSettings: PluginSettings = z.parse(PluginSettings, {});

export const PluginStart = z.object({
  is_live: z.boolean(),
  settings: PluginSettings,
  language: z.string(),
  /** Fields that results are filtered by, in their order; empty where the search itself says them. */
  facets: z.array(z.string()),
  /** Orders to choose from, such as `price:asc`; an empty one is by relevance. The first is what a search without an order has. */
  sorts: z.array(z.string()),
  /** What the shop calls fields, by their names, where it calls them otherwise. */
  labels: z.record(z.string(), z.string()),
  per_page: z.number(),
});
export type PluginStart = z.output<typeof PluginStart>;

export const PluginResults = z.omit(PluginStart, { is_live: true, settings: true });
export type PluginResults = z.output<typeof PluginResults>;

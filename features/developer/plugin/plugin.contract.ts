import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Moment } from '#contract/fields.ts';
import { PluginResults, PluginSettings, PluginStart, usualSettings } from '#contract/plugin/plugin-settings.ts';
import { frontCall, token } from '#features/front-api/front-call.contract.ts';

const longestSecret = 200;

export const startPlugin = frontCall('GET /front/plugin', {
  summary: 'Returns the settings of the plugin',
  input: z.object({
    token,
    preview: z._default(z.string().check(z.maxLength(longestSecret)), ''),
  }),
  output: PluginStart,
  errors: ['liveModeOff'],
  example: {
    input: {},
    output: {
      is_live: true,
      settings: { ...usualSettings, accent: '#0a7a4b', texts: { en: { search: 'Find a kettle' } } },
      language: 'en',
      facets: ['category', 'price', 'brand'],
      sorts: ['', 'price:asc', 'price:desc'],
      labels: {},
      per_page: 24,
    },
  },
});

export const Preview = z.object({ secret: z.string(), until: Moment });
export type Preview = z.output<typeof Preview>;

export const PluginState = z.object({
  settings: PluginSettings,
  /** Of the settings; null while they are the usual ones. */
  updated_at: z.nullable(Moment),
  is_live: z.boolean(),
  /** The newest link, while it works. */
  preview: z.nullable(Preview),
  /** Where the plugin ran last; null before the first time. */
  seen: z.nullable(z.object({ host: z.string(), at: Moment })),
  results: PluginResults,
});
export type PluginState = z.output<typeof PluginState>;

const needs = 'developer';

export const readPlugin = endpoint('GET /api/plugin', {
  needs,
  summary: 'Reads how the plugin looks in the shop, who sees it, and where it ran last',
  output: PluginState,
});

export const savePlugin = endpoint('PUT /api/plugin', {
  needs,
  summary: 'Saves how the plugin looks and behaves; the shop shows it within a minute',
  input: z.object({
    settings: PluginSettings,
    updated_at: z.optional(z.nullable(Moment)),
  }),
  output: PluginState,
  errors: ['changedMeanwhile'],
});

export const previewDays = 30;

export const makePreview = endpoint('POST /api/plugin/preview', {
  needs,
  summary: `Makes a preview link that works for ${previewDays} days, and ends the one before`,
  output: PluginState,
});

/** Shop platforms call it, too; the path ends in the platform's name and `_info`. */
export const readShopInfo = endpoint('GET /api/shoptet_info', {
  needs: 'developer',
  summary: 'Tells whether customers of the shop see the plugin, and where the shop is',
  output: z.object({ is_live: z.boolean(), website: z.string() }),
});

export const toggleLiveMode = endpoint('POST /api/toggle/live_mode', {
  alsoByGet: true,
  needs: 'owner',
  summary: 'Shows the plugin to customers, or hides it from them; without is_live, the other way round than it is',
  input: z.object({ is_live: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])) }),
  output: z.object({ is_live: z.boolean() }),
});

export const openDemoShop = endpoint('POST /api/demo_shop/open', {
  needs: 'member',
  onlyAsks: true,
  summary: 'Opens the demo shop of the project for a member, for an hour',
  output: z.object({ name: z.string(), preview: z.string() }),
});

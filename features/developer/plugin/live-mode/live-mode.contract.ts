import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** What the console and the platform of a shop ask of it. The path ends in the platform's name and `_info`. */
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

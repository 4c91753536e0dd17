import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const openDemoShop = endpoint('POST /api/demo_shop/open', {
  needs: 'member',
  onlyAsks: true,
  summary: 'Opens the demo shop of the project for a member, for an hour',
  output: z.object({ name: z.string(), preview: z.string() }),
});

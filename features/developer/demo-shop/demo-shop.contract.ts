import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** It is opened without the session that the console sends, so it asks for this; what the browser keeps opens it. */
export const openDemoShop = endpoint('POST /api/demo_shop/open', {
  needs: 'member',
  onlyAsks: true,
  summary: 'Lets the browser of a member into the demo shop of the project for an hour, by a cookie',
  output: z.object({
    is_developer: z.boolean(),
  }),
});

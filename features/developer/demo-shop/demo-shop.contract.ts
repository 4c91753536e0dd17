import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/**
 * The page itself is no call: it is opened as any page is, without the session that the console sends along. So the page asks for this, and
 * what the browser keeps of the answer opens it.
 */
export const openDemoShop = endpoint('POST /api/demo_shop/open', {
  needs: 'member',
  onlyAsks: true,
  summary: 'Lets the browser of a member into the demo shop of the project for an hour, by a cookie',
  output: z.object({
    is_developer: z.boolean(),
  }),
});

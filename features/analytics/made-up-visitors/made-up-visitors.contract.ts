import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const madeUpDays = 30;

const path = '/api/sample_shop/visitors';

export const makeUpVisitors = endpoint(`POST ${path}`, {
  needs: 'owner',
  summary: 'Fills the statistics of a sample shop with a month of made-up visitors, so that they can be looked at',
  output: z.object({ queries: z.number(), events: z.number() }),
  errors: ['noSampleShop', 'visitorsMadeUp', 'searchDown'],
});

export const removeMadeUpVisitors = endpoint(`DELETE ${path}`, {
  needs: 'owner',
  summary: 'Empties the statistics of a sample shop that was filled with made-up visitors',
  errors: ['noSampleShop'],
});

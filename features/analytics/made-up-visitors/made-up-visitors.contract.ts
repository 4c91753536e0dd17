import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Nothing } from '#contract/fields.ts';

export const madeUpDays = 30;

const path = '/api/sample_shop/visitors';

export const makeUpVisitors = endpoint({
  method: 'POST',
  path,
  needs: 'owner',
  summary: 'Fills the statistics of a sample shop with a month of made-up visitors, so that they can be looked at',
  input: Nothing,
  output: z.object({ queries: z.number(), events: z.number() }),
  errors: ['noSampleShop', 'visitorsMadeUp', 'searchDown'],
});

export const removeMadeUpVisitors = endpoint({
  method: 'DELETE',
  path,
  needs: 'owner',
  summary: 'Empties the statistics of a sample shop that was filled with made-up visitors',
  input: Nothing,
  output: Nothing,
  errors: ['noSampleShop'],
});

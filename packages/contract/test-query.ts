import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { SearchData, SearchParameters, PreviewParameters } from '#contract/search.ts';

export const previewErrors = ['releaseNotKept', 'notInRelease'] as const;

/** The search that screens find items with. */
export const testQuery = endpoint('GET /api/search/', {
  needs: 'preview',
  summary:
    'Searches one collection; debug=1 tells what each step did, highlight=1 shows where the words stand. Without facets, those of the result settings are counted, or else those of the schema',
  input: z.extend(SearchParameters, {
    ...PreviewParameters.shape,
    c: Id,
    debug: z._default(z.enum(['0', '1']), '0'),
  }),
  output: z.extend(SearchData, {
    without: z.array(z.object({ source: z.string(), id: z.number(), name: z.string() })),
  }),
  errors: ['pageTooDeep', 'searchDown', ...previewErrors],
});

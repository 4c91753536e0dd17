import { parseSearchRequest } from '#server-kit/search-request.ts';
import { searchDataOf } from '#server-kit/search-data.ts';
import { explainItem, testQuery } from './query-tester.contract.ts';
import type { App } from '#server-kit/app.ts';
import { fail } from '#server-kit/fail.ts';
import { explainInCollection, searchCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

export function serveQueryTester(app: App): void {
  serve(app, testQuery, async (input, { project }) => {
    const answer = await searchCollection(app, project, input.c, parseSearchRequest(input));
    return { ...searchDataOf(answer), ...(input.debug === '1' && { trace: [...answer.trace] }) };
  });

  serve(app, explainItem, async ({ c, q, filters, id }, { project }) => {
    const request = parseSearchRequest({ q, page: 1, per_page: 1, filters, facets: '', sort: '', highlight: '0' });
    const { explanation } = await explainInCollection(app, project, c, request, id);
    if (!explanation) throw fail('notFound', { name: 'item' });
    return {
      id: explanation.itemId,
      score: explanation.score,
      is_found: explanation.isFound,
      reasons_not_found: [...explanation.reasonsNotFound],
      missing_words: [...explanation.missingWords],
      matches: explanation.matches.map(({ word, kind, term, inverseDocumentFrequency, score, fields }) => ({
        word,
        kind,
        term,
        idf: inverseDocumentFrequency,
        score,
        fields: fields.map((share) => ({
          field: share.field,
          term_frequency: share.termFrequency,
          field_length: share.fieldLength,
          weight: share.weight,
          score: share.score,
        })),
      })),
      phrases: explanation.phrases.map(({ field, words, score }) => ({ field, words: [...words], score })),
      spelling: explanation.spelling && { ...explanation.spelling, words: [...explanation.spelling.words] },
    };
  });
}

import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import { Id, requiredText } from '#contract/fields.ts';

const maximumLength = 20;

/** Characters of a query that are replaced before anything else is done with it; by nothing when `to` is empty. */
export const CharFilterInput = z.object({
  from: requiredText('requiredField', maximumLength),
  /** Spaces count: `&` may become ` and `. */
  to: z._default(z.string().check(z.maxLength(maximumLength, { error: 'maximumLength' })), ''),
});
export type CharFilterInput = z.output<typeof CharFilterInput>;

export const CharFilter = z.extend(CharFilterInput, { id: Id });
export type CharFilter = z.output<typeof CharFilter>;

export const charFilters = crud({
  name: 'character filter',
  paths: { list: '/api/chars-filter', create: '/api/char-filter', remove: '/api/char-filter/{id}' },
  needs: 'developer',
  item: CharFilter,
  input: CharFilterInput,
});

import type { CatalogInput, SearchInput } from './search-types.ts';

/** What is asked for as the API takes it: all of it text, filters as JSON, lists with commas between. What isn't asked for is left out. */
export function searchParameters(input: SearchInput & CatalogInput): Record<string, string> {
  const { filters, facets, narrowing, values, sort, highlight, ...others } = input;
  return {
    ...texts({ ...others }),
    ...(filters && { filters: JSON.stringify(filters) }),
    ...(facets && { facets: facets.join() }),
    ...(narrowing && { narrowing: narrowing.join() }),
    ...(values && { values: JSON.stringify(values) }),
    ...(sort !== undefined && { sort: typeof sort === 'string' ? sort : sort.join() }),
    ...(highlight === true && { highlight: '1' }),
  };
}

/** What is there, as text. */
export const texts = (given: Readonly<Record<string, string | number | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));

import { curationsFor } from './curation-rows.ts';
import { lost, nothingTaken, type Taken } from './foreign-rules.ts';
import { type Fields, textsOf } from './foreign-values.ts';
import { twoWay } from './synonym-rows.ts';

/** Synonyms and curations as the API of App Search lists them. */
export function readAppSearch(entry: Fields): Taken | null {
  if (Array.isArray(entry['queries'])) return readCuration(entry);
  return Array.isArray(entry['synonyms']) ? twoWay(textsOf(entry['synonyms'])) : null;
}

/** It acts on whole queries. */
function readCuration(entry: Fields): Taken {
  const queries = textsOf(entry['queries']).map((query) => ({ query, match: 'is' as const }));
  const [first] = queries;
  if (!first) return nothingTaken(lost('noQuery'));
  const items = { promoted: textsOf(entry['promoted']), hidden: textsOf(entry['hidden']) };
  const rows = curationsFor(first.query, queries, items, { is_active: true });
  return rows.length > 0 ? { rows, losses: [] } : nothingTaken(lost('nothing', first.query));
}

import {
  curationsFor,
  inPlaces,
  type ForeignRow,
  type Loss,
  lost,
  nothingTaken,
  type Taken,
  oneWay,
  twoWay,
} from './foreign-rules.ts';
import { type Fields, fieldsOf, isFields, listOf, shown, textOf, textsOf, validityBetween } from './foreign-values.ts';
import { fixitFor } from './query-edits.ts';

/** Synonyms, stopword sets and overrides (also called curations) as the API of Typesense lists them. */
export function readTypesense(entry: Fields): Taken | null {
  if (isFields(entry['rule'])) return readOverride(entry, entry['rule']);
  if (Array.isArray(entry['stopwords'])) return readStopwords(entry);
  if (!Array.isArray(entry['synonyms'])) return null;
  const words = textsOf(entry['synonyms']);
  const root = textOf(entry['root']);
  const { rows, losses } = root === '' ? twoWay(words) : oneWay(root, words);
  const analysis = ['symbols_to_index', 'locale'].filter((name) => says(entry[name]));
  return { rows, losses: [...losses, ...analysis.map((name) => lost('analysis', `${name}: ${shown(entry[name])}`))] };
}

function readStopwords(entry: Fields): Taken {
  const words = textsOf(entry['stopwords']);
  if (words.length === 0) return nothingTaken(lost('nothing'));
  const locale = textOf(entry['locale']);
  return {
    rows: words.map((value): ForeignRow => ({ kind: 'stopwords', value, name: textOf(entry['id']) })),
    losses: locale === '' ? [] : [lost('analysis', `locale: ${locale}`)],
  };
}

const others = { filter_by: 'filter', sort_by: 'ranking', diversity: 'ranking', metadata: 'answer' } as const;

const readOfRule = new Set(['query', 'match', 'tags', 'filter_by']);

function readOverride(entry: Fields, rule: Fields): Taken {
  const query = textOf(rule['query']);
  if (/\{[^}]*\}/.test(query)) return nothingTaken(lost('fieldValues', query));
  const isLimited = says(rule['tags']) || says(rule['filter_by']);
  if (query === '' || query === '*' || isLimited)
    return nothingTaken(lost('noQuery', shown(rule['filter_by'] ?? rule['tags'] ?? query)));
  const match = rule['match'] === 'contains' ? 'contains' : 'is';
  const losses: Loss[] = Object.entries(others)
    .filter(([name]) => says(entry[name]))
    .map(([name, reason]) => lost(reason, `${name}: ${shown(entry[name])}`));
  losses.push(
    ...Object.entries(rule).flatMap(([name, value]) =>
      readOfRule.has(name) ? [] : [lost('analysis', `${name}: ${shown(value)}`)],
    ),
  );
  if (entry['stop_processing'] === false) losses.push(lost('setting', 'stop_processing: false'));
  if (entry['remove_matched_tokens'] === true && !says(entry['replace_query']))
    losses.push(lost('partOfQuery', 'remove_matched_tokens: true'));
  const validity = validityBetween(entry['effective_from_ts'], entry['effective_to_ts']);
  if (!validity) return nothingTaken(lost('moment', shown(entry['effective_from_ts'] ?? entry['effective_to_ts'])));
  const when = { is_active: true, ...validity };
  const replaced = textOf(entry['replace_query']);
  const placed = listOf(entry['includes'])
    .map(fieldsOf)
    .map((one) => ({ ids: textsOf([one['id']]), place: Number(one['position'] ?? 1) }));
  const items = {
    promoted: inPlaces(placed, losses),
    hidden: textsOf(listOf(entry['excludes']).map((one) => fieldsOf(one)['id'])),
  };
  const rows: ForeignRow[] = [
    ...(replaced === '' ? [] : [fixitFor({ query, anchor: match }, replaced, when)]),
    ...curationsFor(query, [{ query, match }], items, when),
  ];
  if (rows.length === 0 && losses.length === 0) losses.push(lost('nothing', query));
  return { rows, losses };
}

const says = (value: unknown): boolean =>
  Array.isArray(value) || isFields(value) ? Object.keys(value).length > 0 : textOf(value) !== '';

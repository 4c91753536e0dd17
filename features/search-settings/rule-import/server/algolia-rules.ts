import { queryAfter, type AnchoredQuery, anchors, fixitFor, redirectTo } from './query-edits.ts';
import {
  curationsFor,
  inPlaces,
  type When,
  type ForeignRow,
  type Loss,
  lost,
  nothingTaken,
  type Shop,
  type Taken,
  type Validity,
} from './foreign-rules.ts';
import { type Fields, fieldsOf, isFields, listOf, shown, textOf, textsOf, validityBetween } from './foreign-values.ts';

export function readAlgoliaRule(entry: Fields, shop: Shop): Taken | null {
  if (!isFields(entry['consequence'])) return null;
  const consequence = entry['consequence'];
  const conditions = isFields(entry['condition']) ? [entry['condition']] : listOf(entry['conditions']).map(fieldsOf);
  const losses: Loss[] = [];
  const queries = conditions.flatMap((condition) => {
    const query = anchoredQuery(condition);
    if ('reason' in query) losses.push(query);
    return 'reason' in query ? [] : [query];
  });
  if (queries.length === 0) return nothingTaken(...(losses.length > 0 ? losses : [lost('noQuery')]));
  const validity = validityOf(entry['validity'], losses);
  if (!validity) return nothingTaken(lost('moment', shown(entry['validity'])));
  const when = { is_active: entry['enabled'] !== false, ...validity };
  losses.push(
    ...conditions.filter(({ alternatives }) => alternatives === true).map(() => lost('analysis', 'alternatives: true')),
    ...Object.entries(consequence).flatMap(([name, value]) =>
      readOfConsequence.has(name) ? [] : [lost('setting', `${name}: ${shown(value)}`)],
    ),
  );
  const rows = [
    ...replacements(queries, fieldsOf(consequence['params']), when, losses),
    ...redirects(queries, consequence, when, shop, losses),
    ...curation(queries, consequence, textOf(entry['description']), when, losses),
  ];
  if (rows.length === 0 && losses.length === 0) losses.push(lost('nothing', queries[0]?.query));
  return { rows, losses };
}

/** Promoted items obey filters here, whatever `filterPromotes` says. */
const readOfConsequence = new Set(['params', 'promote', 'hide', 'userData', 'filterPromotes']);

function anchoredQuery(condition: Fields): AnchoredQuery | Loss {
  const query = textOf(condition['pattern']);
  const anchor = anchors.find((one) => one === condition['anchoring']) ?? 'is';
  if (/\{facet:/i.test(query)) return lost('fieldValues', query);
  const other = textOf(condition['context']) || textOf(condition['filters']);
  return query === '' || other !== '' ? lost('noQuery', other || query) : { query, anchor };
}

function validityOf(periods: unknown, losses: Loss[]): Validity | null {
  const [first, ...others] = listOf(periods).map(fieldsOf);
  if (others.length > 0) losses.push(lost('periods', shown(others)));
  return validityBetween(first?.['from'], first?.['until']);
}

const readElsewhere = new Set(['query', 'renderingContent']);

function replacements(queries: readonly AnchoredQuery[], params: Fields, when: When, losses: Loss[]): ForeignRow[] {
  for (const [name, value] of Object.entries(params))
    if (!readElsewhere.has(name)) losses.push(lost(/filters?$/i.test(name) ? 'filter' : 'setting', `${name}: ${shown(value)}`));
  const change = params['query'];
  if (change === undefined) return [];
  return queries.flatMap((query): ForeignRow[] => {
    const after = queryAfter(query, change);
    if ('reason' in after) losses.push(after);
    if ('reason' in after) return [];
    if ('ignored' in after) return [{ kind: 'stopwords', value: after.ignored, name: '' }];
    return [fixitFor(query, after.to, when)];
  });
}

const addressNames = ['redirect', 'redirectUrl', 'redirect_url'];

function redirects(
  queries: readonly AnchoredQuery[],
  { userData, params }: Fields,
  when: When,
  shop: Shop,
  losses: Loss[],
): ForeignRow[] {
  const { redirect, ...content } = fieldsOf(fieldsOf(params)['renderingContent']);
  const data = fieldsOf(userData);
  const address = [fieldsOf(redirect)['url'], ...addressNames.map((name) => data[name])].map(textOf).find((text) => text !== '');
  const others = [...Object.entries(content), ...Object.entries(data).filter(([name]) => !addressNames.includes(name))];
  losses.push(...others.map(([name, value]) => lost('answer', `${name}: ${shown(value)}`)));
  if (address === undefined) return [];
  const target = redirectTo(address, shop);
  if ('loss' in target) losses.push(target.loss);
  return 'loss' in target ? [] : queries.map((query) => fixitFor(query, target.to, when));
}

function curation(
  queries: readonly AnchoredQuery[],
  { promote, hide }: Fields,
  description: string,
  when: When,
  losses: Loss[],
): ForeignRow[] {
  // Places begin with 0.
  const placed = listOf(promote)
    .map(fieldsOf)
    .map((one) => ({ ids: textsOf(one['objectIDs'] ?? [one['objectID']]), place: Number(one['position'] ?? 0) + 1 }));
  const hidden = textsOf(listOf(hide).map((item) => fieldsOf(item)['objectID']));
  if (placed.length + hidden.length === 0) return [];
  const known = queries.flatMap(({ query, anchor }) => {
    if (anchor === 'is' || anchor === 'contains') return [{ query, match: anchor }];
    losses.push(lost('placeInQuery', query));
    return [];
  });
  const name = description || (known[0]?.query ?? '');
  return curationsFor(name, known, { promoted: inPlaces(placed, losses), hidden }, when);
}

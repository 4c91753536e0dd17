import { readAlgoliaRule } from './algolia-rules.ts';
import {
  type ForeignFile,
  type ListPage,
  lost,
  nothingTaken,
  type Shop,
  type Taken,
  type TakenEntry,
  oneWay,
  twoWay,
  curationsFor,
} from './foreign-rules.ts';
import { type Fields, fieldsOf, isFields, listOf, shown, textOf, textsOf, linesOf, refuseMany } from './foreign-values.ts';
import { readQuerqy } from './querqy.ts';
import type { RuleService } from '#features/search-settings/rule-import/rule-import.contract.ts';
import { readTypesense } from './typesense.ts';
import { isBinary } from '#server/rules/files/row-files.ts';
import { parseInSlices } from '#server/formats/json-body.ts';
import { inSlices } from '#server/base/slices.ts';

/** Recognises a file by its content, and reads it, bit by bit. Null for one that holds no rules of a service that is known. */
export async function readForeignFile(text: string, shop: Shop): Promise<ForeignFile | null> {
  const plain = text.replace(/^\uFEFF/, '');
  if (isBinary(plain)) return null;
  const parts = await jsonParts(plain);
  if (parts === null) return plain.includes('=>') ? readQuerqy(plain, shop) : null;
  const rules = rulesInside(parts[0]?.value);
  if (parts.length === 1 && rules !== null) return readQuerqy(rules, shop);
  const services = new Set<RuleService>();
  const entries: TakenEntry[] = [];
  const breathe = inSlices();
  for (const { line, value: part } of parts)
    for (const { value, wrapper } of entriesIn(part, null)) {
      await breathe();
      refuseMany(entries.length + 1);
      const [service, taken] = readEntry(value, wrapper, shop);
      if (service !== null) services.add(service);
      entries.push({ line, entry: nameOf(value) || String(entries.length + 1), ...taken });
    }
  const pages = parts.flatMap(({ value }) => pageOf(value) ?? []);
  return services.size > 0 ? { services: [...services], pages, entries } : null;
}

const nameOf = (value: unknown): string => (isFields(value) ? textOf(value['objectID'] ?? value['id']) : '');

interface Part {
  /** null where the file is one value. */
  readonly line: number | null;
  readonly value: unknown;
}

/** Of JSON, or of a line of JSON for each entry; null for what is neither. */
async function jsonParts(text: string): Promise<Part[] | null> {
  const whole = await parsed(text);
  if (whole !== undefined) return [{ line: null, value: whole }];
  const parts: Part[] = [];
  for await (const { line, text: said } of linesOf(text)) {
    const value = await parsed(said);
    if (parts.length === 0 && !isFields(value)) return null;
    parts.push({ line, value: value ?? said });
  }
  return parts.length > 0 ? parts : null;
}

async function parsed(text: string): Promise<unknown> {
  try {
    // A list that stands in an object is read bit by bit.
    if (!text.trimStart().startsWith('[')) return await parseInSlices(Buffer.from(text), JSON.parse);
    return ((await parseInSlices(Buffer.from(`{"list":${text}}`), JSON.parse)) as { list: unknown }).list;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const marks = ['queries', 'consequence', 'synonyms', 'type'];

/** App Search counts pages from 1 in `meta`, Algolia from 0 beside the hits. Lists of Typesense are whole. */
function pageOf(value: unknown): ListPage | null {
  if (!isFields(value)) return null;
  const { current, total_pages: total } = fieldsOf(fieldsOf(value['meta'])['page']);
  const [page, pages] = Array.isArray(value['hits']) ? [Number(value['page'] ?? 0) + 1, value['nbPages']] : [current, total];
  const isPage = [page, pages].every((one) => Number.isInteger(one) && Number(one) > 0);
  const [first] = listOf(value['hits'] ?? value['results']).map(fieldsOf);
  const list = marks.find((name) => first !== undefined && name in first) ?? '';
  return isPage && Number(pages) > 1 ? { list, page: Number(page), total: Number(pages) } : null;
}

/** Rules of querqy as they are sent to OpenSearch and Solr. */
function rulesInside(value: unknown): string | null {
  const { config, rules = isFields(config) ? config['rules'] : undefined } = isFields(value) ? value : {};
  return typeof rules === 'string' ? rules : null;
}

const wrappers = [
  'results',
  'hits',
  'overrides',
  'curations',
  'curation_sets',
  'synonyms',
  'synonym_sets',
  'stopwords',
  'rules',
  'items',
];

function* entriesIn(value: unknown, wrapper: string | null): Iterable<{ value: unknown; wrapper: string | null }> {
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) yield* entriesIn(one, wrapper);
    return;
  }
  const lists = isFields(value) ? listsIn(value) : [];
  for (const name of lists) yield* entriesIn((value as Fields)[name], name);
  if (lists.length === 0) yield { value, wrapper };
}

const listsIn = (value: Fields): string[] =>
  wrappers.filter((name) => {
    const list = value[name];
    return Array.isArray(list) && (list.length === 0 ? name !== 'synonyms' && name !== 'stopwords' : isFields(list[0]));
  });

type Reader = (entry: Fields, shop: Shop) => Taken | null;
const readers: readonly (readonly [RuleService, Reader])[] = [
  ['algolia', (entry, shop) => readAlgoliaRule(entry, shop) ?? readAlgoliaSynonym(entry)],
  ['typesense', readTypesense],
  ['app-search', readAppSearch],
];

/** Sets of synonyms look alike in two services; an answer of App Search has `results`. */
function readEntry(value: unknown, wrapper: string | null, shop: Shop): [RuleService | null, Taken] {
  if (isFields(value)) {
    const isAppSearch = wrapper === 'results' || /^(?:syn|cur)-/.test(textOf(value['id']));
    for (const [service, read] of isAppSearch ? readers.toReversed() : readers) {
      const taken = read(value, shop);
      if (taken) return [service, taken];
    }
  }
  return [null, nothingTaken(lost('unknownEntry', shown(value)))];
}

/** A synonym as Algolia exports it. Older clients write types in small letters, and corrections under the names of one-way synonyms. */
function readAlgoliaSynonym(entry: Fields): Taken | null {
  const term = textOf(entry['input'] ?? entry['word']);
  const words = textsOf(entry['synonyms'] ?? entry['corrections']);
  switch (textOf(entry['type']).toLowerCase()) {
    case 'synonym':
      return twoWay(words);
    case 'onewaysynonym':
      return oneWay(term, words);
    // Words found as if they were typing errors come after those that were typed.
    case 'altcorrection1':
    case 'altcorrection2':
      return oneWay(term, textsOf(entry['corrections'] ?? entry['synonyms']), 3);
    case 'placeholder':
      return nothingTaken(lost('placeholder', textOf(entry['placeholder'])));
    default:
      return null;
  }
}

function readAppSearch(entry: Fields): Taken | null {
  if (Array.isArray(entry['queries'])) return readCuration(entry);
  return Array.isArray(entry['synonyms']) ? twoWay(textsOf(entry['synonyms'])) : null;
}

function readCuration(entry: Fields): Taken {
  const queries = textsOf(entry['queries']).map((query) => ({ query, match: 'is' as const }));
  const [first] = queries;
  if (!first) return nothingTaken(lost('noQuery'));
  const items = { promoted: textsOf(entry['promoted']), hidden: textsOf(entry['hidden']) };
  const rows = curationsFor(first.query, queries, items, { is_active: true });
  return rows.length > 0 ? { rows, losses: [] } : nothingTaken(lost('nothing', first.query));
}

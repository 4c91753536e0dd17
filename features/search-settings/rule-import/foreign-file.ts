import { readAlgoliaRule } from './algolia-rules.ts';
import { readAlgoliaSynonym } from './algolia-synonyms.ts';
import { readAppSearch } from './app-search.ts';
import { type ForeignFile, lost, nothingTaken, type Service, type Shop, type Taken, type TakenEntry } from './foreign-rules.ts';
import { type Fields, isFields, shown, textOf } from './foreign-values.ts';
import { readQuerqy } from './querqy.ts';
import { readTypesense } from './typesense.ts';

/** Recognises a file by its content, and reads it. Null for one that holds no rules of a service that is known. */
export function readForeignFile(text: string, shop: Shop): ForeignFile | null {
  const plain = text.replace(/^\uFEFF/, '');
  const parts = jsonParts(plain);
  if (parts === null) return plain.includes('=>') ? readQuerqy(plain, shop) : null;
  const rules = rulesInside(parts[0]?.value);
  if (parts.length === 1 && rules !== null) return readQuerqy(rules, shop);
  const found = parts.flatMap(({ line, value }) => [...entriesIn(value, null)].map((entry) => ({ line, ...entry })));
  const services = new Set<Service>();
  const entries = found.map(({ line, value, wrapper }, at): TakenEntry => {
    const [service, taken] = readEntry(value, wrapper, shop);
    if (service !== null) services.add(service);
    return { line, entry: nameOf(value) || String(at + 1), ...taken };
  });
  return services.size > 0 ? { services: [...services], entries } : null;
}

const nameOf = (value: unknown): string => (isFields(value) ? textOf(value['objectID'] ?? value['id']) : '');

interface Part {
  /** null where the file is one value. */
  readonly line: number | null;
  readonly value: unknown;
}

/** Of JSON, or of a line of JSON for each entry; null for what is neither. */
function jsonParts(text: string): Part[] | null {
  const whole = parsed(text);
  if (whole !== undefined) return [{ line: null, value: whole }];
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
  if (!isFields(parsed(lines[0]?.text ?? ''))) return null;
  return lines.map(({ line, text: one }) => ({ line, value: parsed(one) ?? one }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Rules of querqy as they are sent to OpenSearch and Solr. */
function rulesInside(value: unknown): string | null {
  const { config, rules = isFields(config) ? config['rules'] : undefined } = isFields(value) ? value : {};
  return typeof rules === 'string' ? rules : null;
}

/** Lists within an answer of an API, or an export of several of them. */
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
const readers: readonly (readonly [Service, Reader])[] = [
  ['algolia', (entry, shop) => readAlgoliaRule(entry, shop) ?? readAlgoliaSynonym(entry)],
  ['typesense', readTypesense],
  ['app-search', readAppSearch],
];

/** Sets of synonyms look alike in two services; an answer of App Search has `results`. */
function readEntry(value: unknown, wrapper: string | null, shop: Shop): [Service | null, Taken] {
  if (isFields(value)) {
    const isAppSearch = wrapper === 'results' || /^(?:syn|cur)-/.test(textOf(value['id']));
    for (const [service, read] of isAppSearch ? readers.toReversed() : readers) {
      const taken = read(value, shop);
      if (taken) return [service, taken];
    }
  }
  return [null, nothingTaken(lost('unknownEntry', shown(value)))];
}

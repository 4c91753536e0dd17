import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';
import type { Plan } from '#engine/plan.ts';
import { draftQuery, normaliseQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import { rulesFor } from '#engine/query/resolve/run-search.ts';
import type { CollectionSearch } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { type Evidence, type Fix, type EvidenceKind, shownItems } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { keyboardReadings } from '#engine/query/analysis/keyboards.ts';
import { learnedKey } from '#engine/query/learned.ts';
import { editDistance } from '#engine/query/analysis/typos.ts';
import { isLikelyTypo, soundAlike } from '#engine/query/resolve/likely-typo.ts';
import { maximumFixitLength, maximumSynonymLength } from '#contract/limits.ts';
import { proposedSynonyms } from '#features/search-settings/synonyms/proposed-synonyms.service.ts';
import { clickStore } from '#features/analytics/statistics/server/clicks.store.ts';
import { statisticsStore } from '#features/analytics/statistics/server/statistics.store.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { Database } from '#server/db/schema.ts';
import type { Asked } from '#server/stats/totals.store.ts';

export interface AskedQuery {
  readonly search: CollectionSearch;
  readonly analyser: Analyser;
  /** Normalised and trimmed. */
  readonly text: string;
  /** As typed, without punctuation. */
  readonly words: readonly string[];
  /** Indexes of words that no item has. */
  readonly unknown: readonly number[];
}

/** Longer queries are sentences, where one word decides nothing. */
const mostWords = 6;

/** Requires all words, whole and uncorrected. */
function strictPlan(search: CollectionSearch, analyser: Analyser, text: string): Plan | null {
  // A trailing space ends prefix matching.
  const request = { ...plainRequest(`${text} `, 0), today: search.today };
  const draft = draftQuery(analyser, rulesFor(search.relevance, search.rules), request.query);
  if (draft.redirect !== null || draft.groups.length === 0) return null;
  const plan = planFor(draft, search.relevance, request);
  return { ...plan, minimumMatch: plan.groups.length };
}

/** Items with all words of each text. */
export async function strictCounts({ search, analyser }: AskedQuery, texts: readonly string[]): Promise<readonly number[]> {
  const plans = texts.map((text) => strictPlan(search, analyser, text));
  const asked = plans.filter((plan) => plan !== null);
  const counts = asked.length === 0 ? [] : await search.session.counts(asked);
  let at = 0;
  return plans.map((plan) => (plan === null ? 0 : (counts[at++] ?? 0)));
}

async function known(asked: AskedQuery, texts: readonly string[]): Promise<string[]> {
  const counts = await strictCounts(asked, texts);
  return texts.filter((_text, at) => (counts[at] ?? 0) > 0);
}

export async function askedQuery(search: CollectionSearch, query: string): Promise<AskedQuery> {
  const analyser = analyserOf(search.session.layout?.language ?? search.relevance.layout.language);
  const text = normaliseQuery(query).trim();
  const words = text.split(/[\s,:!?()"<>/]+/u).filter((word) => analyser.tokens(word).length > 0);
  const asked = { search, analyser, text, words, unknown: [] };
  if (words.length > mostWords) return asked;
  const counts = await strictCounts(asked, words);
  return { ...asked, unknown: words.flatMap((_word, at) => (counts[at] === 0 ? [at] : [])) };
}

interface Candidate {
  readonly fix: Fix;
  readonly evidence: Evidence;
  /** Probability by this evidence alone. */
  readonly weight: number;
}

export interface RankedFix {
  readonly fix: Fix;
  readonly evidence: readonly Evidence[];
  readonly weight: number;
}

const keyOf = ({ kind, to }: Fix): string => `${kind === 'curation' ? kind : 'words'} ${fold(to.join('\n')).trim()}`;

/** Likeliest first. Evidence for the same fix combines by noisy-or. Word rules come before rules for the whole query, as they help other queries. */
export function ranked(candidates: readonly Candidate[]): RankedFix[] {
  return [...Map.groupBy(candidates, ({ fix }) => keyOf(fix)).values()]
    .map((same): RankedFix => {
      const ofKind = new Map(same.toSorted((a, b) => a.weight - b.weight).map((one) => [one.evidence.kind, one]));
      const kinds = [...ofKind.values()].toSorted((a, b) => b.weight - a.weight);
      const first = same.find(({ fix }) => fix.kind === 'synonym') ?? same[0]!;
      const doubt = kinds.reduce((left, { weight }) => left * (1 - weight), 1);
      return { fix: first.fix, evidence: kinds.map(({ evidence }) => evidence), weight: 1 - doubt };
    })
    .toSorted((a, b) => b.weight - a.weight || (keyOf(a.fix) < keyOf(b.fix) ? -1 : 1));
}

/** Lost diacritics: signs of their own, two letters, or another encoding. */
const signs = /[\u00b4\u00a8\u02c7\u02d8\u02da`^~]/g;
const writtenOut = [
  ['ae', 'a'],
  ['oe', 'o'],
  ['ue', 'u'],
] as const;
/** Windows-1250 read as Windows-1252. */
const misread: Readonly<Record<string, string>> = {
  è: 'č', ø: 'ř', ì: 'ě', ù: 'ů', ï: 'ď', ò: 'ň', '¾': 'ž', '¹': 'š',
}; // prettier-ignore

/** Spellings of a word with lost diacritics. */
function withLostDiacritics(word: string): string[] {
  const read = Array.from(word, (letter) => (Object.hasOwn(misread, letter) ? misread[letter]! : letter)).join('');
  const plain = writtenOut.reduce((text, [letters, letter]) => text.replaceAll(letters, letter), word);
  return [...new Set([word.replace(signs, ''), read, plain])].filter((other) => other !== word && other !== '');
}

const mostSimilar = 10;
const mostSpellings = 3;
/** Shorter parts are parts of any word. */
const leastPartLength = 3;
const spellingWeights = [1, 0.75, 0.5];
const alikeWeight = 0.05;
const weights = { diacritics: 0.85, keyboard: 0.9, compound: 0.8 } as const;

interface Written {
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly weight: number;
  readonly count: number | null;
}

/** Readings of a query whose words items have. Each unknown word needs one. */
export async function ofWords(asked: AskedQuery): Promise<Candidate[]> {
  const { words, unknown } = asked;
  if (words.length === 0 || words.length > mostWords) return [];
  const joined = await joinedWords(asked);
  if (unknown.length === 0) return joined;
  const readings = await Promise.all(unknown.map((at) => readingsOf(asked, words[at]!)));
  return [...joined, ...(readings.length === 1 ? ofOneWord(asked, readings[0]!) : ofAllWords(asked, readings))];
}

/** Fixes the word everywhere, except keyboard-layout errors. */
const ofOneWord = (asked: AskedQuery, readings: readonly Written[]): Candidate[] =>
  readings.flatMap(({ kind, text, weight, count }) => {
    const word = asked.words[asked.unknown[0]!]!;
    const isWord = kind !== 'keyboard' && [word, text].every(({ length }) => length <= maximumSynonymLength);
    const fix: Fix | null = isWord ? { kind: 'synonym', term: word, to: [text] } : replacing(asked, replaced(asked, [text]));
    return fix === null ? [] : [{ fix, evidence: { kind, count }, weight }];
  });

function ofAllWords(asked: AskedQuery, readings: readonly (readonly Written[])[]): Candidate[] {
  const best = readings.map((ofWord) => ofWord.toSorted((a, b) => b.weight - a.weight)[0]);
  if (best.some((one) => one === undefined)) return [];
  const all = best as Written[];
  const fix = replacing(
    asked,
    replaced(
      asked,
      all.map(({ text }) => text),
    ),
  );
  if (fix === null) return [];
  const weight = all.reduce((product, one) => product * one.weight, 1);
  return all.map(({ kind, count }) => ({ fix, evidence: { kind, count }, weight: weight / all.length }));
}

const replaced = ({ words, unknown }: AskedQuery, texts: readonly string[]): string =>
  words.map((word, at) => texts[unknown.indexOf(at)] ?? word).join(' ');

const replacing = ({ text }: AskedQuery, to: string): Fix | null =>
  [text, to].some(({ length }) => length > maximumFixitLength) ? null : { kind: 'fixit', term: text, to: [to] };

async function readingsOf(asked: AskedQuery, word: string): Promise<Written[]> {
  const { search, analyser } = asked;
  const [token = word] = analyser.tokens(word);
  const [similar = []] = await search.session.similarTerms([token], mostSimilar);
  const likely = similar.filter(({ term, distance }) => isLikelyTypo(token, term, distance));
  const nearest = likely
    .filter(({ distance }) => distance === likely[0]?.distance)
    .toSorted((a, b) => Number(soundAlike(token, b.term)) - Number(soundAlike(token, a.term)))
    .slice(0, mostSpellings);
  const [lost, typed] = [withLostDiacritics(word), keyboardReadings(word, analyser.language).map((text) => text.trim())];
  const split = await writtenApart(asked, token);
  const found = new Set(await known(asked, [...lost, ...typed]));
  const among = (texts: readonly string[], kind: keyof typeof weights): Written[] =>
    texts.filter((text) => found.has(text)).map((text) => ({ kind, text, weight: weights[kind], count: null }));
  return [
    ...among(lost, 'diacritics').slice(0, 1),
    ...among(typed, 'keyboard').slice(0, 1),
    ...split.slice(0, 1).map((text): Written => ({ kind: 'compound', text, weight: weights.compound, count: null })),
    ...nearest.map(({ term, distance }): Written => ({
      kind: 'spelling',
      text: term,
      weight: (spellingWeights[distance] ?? 0) + (soundAlike(token, term) ? alikeWeight : 0),
      count: distance,
    })),
  ];
}

/** Two words that stand side by side in items. */
async function writtenApart({ search, analyser }: AskedQuery, word: string): Promise<string[]> {
  const pairs = analyser.splits(word).filter((pair) => pair.every(({ length }) => length >= leastPartLength));
  const plan = strictPlan(search, analyser, word);
  if (plan === null || pairs.length === 0) return [];
  const plans = pairs.map((terms): Plan => ({
    ...plan,
    groups: [{ word, alternatives: [{ kind: 'synonym', terms, weight: 1, isJoined: true }] }],
    minimumMatch: 1,
  }));
  const counts = await search.session.counts(plans);
  return pairs.flatMap((pair, at) => (counts[at]! > 0 ? [pair.join(' ')] : []));
}

async function joinedWords(asked: AskedQuery): Promise<Candidate[]> {
  const { words } = asked;
  const pairs = words.slice(1).map((word, at) => ({ at, joined: `${words[at]!}${word}` }));
  const found = new Set(
    await known(
      asked,
      pairs.map(({ joined }) => joined),
    ),
  );
  return pairs.flatMap(({ at, joined }): Candidate[] => {
    // Join two known words only if they never occur together.
    const isOne = found.has(joined) && [at, at + 1].some((place) => words.length === 2 || asked.unknown.includes(place));
    const fix = isOne ? replacing(asked, words.toSpliced(at, 2, joined).join(' ')) : null;
    return fix === null ? [] : [{ fix, evidence: { kind: 'compound', count: null }, weight: weights.compound }];
  });
}

const mostNext = 5;
/** A single visitor proves nothing. */
const leastVisitors = 2;
/** Share of a query's visitors. */
const leastShare = 0.1;
/** Times as often as after other queries, because popular queries follow any query. */
const leastLift = 3;
const leastClicks = 2;
const lookedAtItems = 10;
const clickedWeight = 0.5;
const relatedWeight = 0.95;
const mostEdits = 2;
const mostWordsOfName = 3;

/** Queries that the same visitors searched next, and found, unusually often. */
export async function ofNextSearches(db: Database, asked: Asked, query: AskedQuery, logged: string): Promise<Candidate[]> {
  const next = (await clickStore(db).nextSearches(asked, { term: logged, isFound: true, limit: mostNext })).filter(
    ({ term, visitors }) => visitors >= leastVisitors && !isMasked(term),
  );
  if (next.length === 0) return [];
  const terms = termStore(db);
  const of = await terms.visitors(asked, [logged, ...next.map(({ term }) => term)]);
  const { count: all } = await statisticsStore(db).visitors(asked, false);
  return next.flatMap(({ term, visitors, clicking }): Candidate[] => {
    const share = visitors / Math.max(visitors, of.get(logged)?.count ?? 0);
    const usual = (of.get(term)?.count ?? visitors) / Math.max(1, all);
    // With few visitors nothing is unusual.
    const isUnusual = share >= leastLift * usual || all < leastLift * visitors * 2;
    const fix = named(query, term);
    if (share < leastShare || !isUnusual || fix === null) return [];
    const weight = 0.3 + 0.4 * share + 0.2 * (clicking / visitors);
    return [{ fix, evidence: { kind: 'next', count: visitors }, weight }];
  });
}

/** Unknown words get a synonym, other queries a replacement. */
function named(query: AskedQuery, term: string): Fix | null {
  const { words, unknown, text } = query;
  const isName =
    words.length > 0 &&
    unknown.length === words.length &&
    words.length <= mostWordsOfName &&
    query.analyser.tokens(term).length <= mostWordsOfName &&
    [text, term].every(({ length }) => length <= maximumSynonymLength);
  return isName ? { kind: 'synonym', term: text, to: [term] } : replacing(query, term);
}

/** Clicks prove something only if the search found the words that were meant. */
async function isFoundAsMeant({ search, text, analyser }: AskedQuery): Promise<boolean> {
  const { correctedQuery } = await search.find(plainRequest(text, 0));
  if (correctedQuery === null) return true;
  const [typed, corrected] = [text, correctedQuery].map((one) => analyser.tokens(one)) as [string[], string[]];
  const edits = (word: string, other: string): number => editDistance(word, other, mostEdits);
  return typed.every((word, at) => {
    const other = corrected[at] ?? word;
    return typed.length !== corrected.length || word === other || isLikelyTypo(word, other, edits(word, other));
  });
}

/** Queries that mean the same by searches and choices: docs/search-quality.md. */
export async function ofRelated(db: Database, { project }: Asked, { search, text }: AskedQuery): Promise<Candidate[]> {
  const key = learnedKey(search.relevance.layout.language, text);
  const related = (await proposedSynonyms(db, project)).filter(({ termKey }) => termKey === key);
  return related.map(({ synonym, visitors }) => ({
    fix: { kind: 'synonym', term: text, to: [synonym] },
    evidence: { kind: 'related', count: visitors },
    weight: relatedWeight,
  }));
}

/** Items of one category clicked after the query, which found them corrected or relaxed. */
export async function ofClicks(db: Database, asked: Asked, query: AskedQuery, logged: string): Promise<Candidate[]> {
  const { search, text } = query;
  const { items } = await clickStore(db).itemsOf(asked, logged, lookedAtItems);
  const clicked = items.filter(({ clicks }) => clicks >= leastClicks);
  if (clicked.length === 0 || text.length > maximumFixitLength) return [];
  const found = (await search.session.items(clicked.map(({ item_id: id }) => id))).slice(0, shownItems);
  const { pathField } = search.relevance.front.catalog;
  const categories = new Set(found.map(({ fields }) => (pathField === null ? '' : String(fields[pathField]))));
  if (categories.size !== 1 || !(await isFoundAsMeant(query))) return [];
  const there = found.map(({ id }) => id);
  const clicks = clicked.filter(({ item_id: id }) => there.includes(id)).reduce((sum, one) => sum + one.clicks, 0);
  return [
    { fix: { kind: 'curation', term: text, to: there }, evidence: { kind: 'clicked', count: clicks }, weight: clickedWeight },
  ];
}

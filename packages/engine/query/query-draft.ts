import { maximumQueryLength } from '#contract/limits.ts';
import type { Analyser } from './analysis/analyser.ts';
import { denialsOf, splitNegations } from './negation.ts';
import { type QueryDraft, type Rule, type RuleStage, type UnwantedWord, singleStages } from './pipeline.ts';
import type { TraceEntry, TracedRow } from '#engine/port.ts';
import { maxQueryWords } from '#engine/plan.ts';
import type { Alternative, WordGroup } from '#engine/plan.ts';
import { hasDigit } from './analysis/typos.ts';
import { withUnspacedWords } from './unspaced-words.ts';
import { addAlternatives, alternativesOf } from './rule-matching.ts';
import { withSizes } from './sizes.ts';
import type { Span } from './rule-matching.ts';

export const stemWeight = 0.9;
export const joinedWeight = 0.9;

const letterDigitBorders = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const maxSplitParts = 3;
const onlyDigits = /^\d+$/;

export const emptyDraft: QueryDraft = {
  text: '',
  groups: [],
  typed: [],
  unwanted: [],
  boosts: [],
  promoted: [],
  hidden: [],
  redirect: null,
  trace: [],
};

export function traced(
  draft: QueryDraft,
  step: string,
  before: string,
  after: string,
  rows: readonly TracedRow[] = [],
): readonly TraceEntry[] {
  if (before === after) return draft.trace;
  return [...draft.trace, { step, before, after, ...(rows.length > 0 && { rows }) }];
}

export const tracedRow = (id: number | undefined, name: string): readonly TracedRow[] => (id === undefined ? [] : [{ id, name }]);

/** Such a query is normalised already. */
const plainQuery = /^[a-z0-9]+(?: [a-z0-9]+)* ?$/;

/** A space at the end stays: it ends the word. */
export function normaliseQuery(query: string): string {
  if (query.length <= maximumQueryLength && plainQuery.test(query)) return query;
  const text = query
    .slice(0, maximumQueryLength)
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ');
  return text.trimStart().slice(0, maximumQueryLength);
}

export function describeGroups(groups: readonly WordGroup[]): string {
  return groups
    .map(({ word, alternatives }, index) => {
      // Written as one with its neighbour, a word is only tried; saying so of every pair would hide what matters.
      const joined = [`${groups[index - 1]?.word}${word}`, `${word}${groups[index + 1]?.word}`];
      const others = new Set(
        alternatives
          .filter(({ kind, terms }) => kind !== 'exact' && !joined.includes(terms.join(' ')))
          .map(({ kind, terms }) => (kind === 'prefix' ? `${terms.join(' ')}…` : terms.join(' '))),
      );
      others.delete(word);
      return others.size === 0 ? word : `${word} (${[...others].join(', ')})`;
    })
    .join(' + ');
}

function groupOf(analyser: Analyser, word: string): WordGroup {
  const alternatives: Alternative[] = [{ kind: 'exact', terms: [word], weight: 1 }];
  if (analyser.hasStemmer) alternatives.push({ kind: 'stem', terms: [analyser.stem(word)], weight: stemWeight });
  const parts = word.split(letterDigitBorders);
  if (parts.length > 1 && parts.length <= maxSplitParts)
    alternatives.push({ kind: 'synonym', terms: parts, weight: joinedWeight, isJoined: true });
  return { word, alternatives };
}

function addJoined(analyser: Analyser, groups: readonly WordGroup[], span: Span, token: string): WordGroup[] {
  const [asWritten] = alternativesOf(analyser, token, 'synonym', joinedWeight);
  return addAlternatives(groups, span, asWritten === undefined ? [] : [{ ...asWritten, isJoined: true }]);
}

const mostCodeParts = 5;
const mostCodeLength = 24;

/** Three words and more that may be a code in pieces, as `ZK 31 QR`. */
function codeSpans(groups: readonly WordGroup[]): Span[] {
  const spans: Span[] = [];
  for (let start = 0; start + 2 < groups.length; start++) {
    let [length, hasNumber] = [0, false];
    for (let end = start; end < Math.min(groups.length, start + mostCodeParts); end++) {
      const { word } = groups[end]!;
      [length, hasNumber] = [length + word.length, hasNumber || hasDigit(word)];
      if (length > mostCodeLength) break;
      if (hasNumber && end - start > 1) spans.push({ start, count: end - start + 1 });
    }
  }
  return spans;
}

/** Words written apart are also looked for as one ("play station", "wi-fi"). */
function withJoined(analyser: Analyser, groups: readonly WordGroup[], text: string): readonly WordGroup[] {
  let joined = groups;
  for (let start = 0; start + 1 < groups.length; start++) {
    const pair = [groups[start]?.word ?? '', groups[start + 1]?.word ?? ''];
    // Two numbers are one only where the analyser says so, as in sizes and thousands.
    if (pair.every((word) => onlyDigits.test(word))) continue;
    const token = pair.join('');
    joined = addJoined(analyser, joined, { start, count: 2 }, token);
  }
  for (const { start, count } of codeSpans(groups)) {
    const words = groups.slice(start, start + count).map(({ word }) => word);
    joined = addJoined(analyser, joined, { start, count }, words.join(''));
  }
  for (const { token, start, count } of analyser.joinedTokens(text)) {
    if ((count > 2 || onlyDigits.test(token)) && start + count <= joined.length)
      joined = addJoined(analyser, joined, { start, count }, token);
  }
  return joined;
}

export function groupsOf(analyser: Analyser, text: string): readonly WordGroup[] {
  const words = analyser.tokens(text).slice(0, maxQueryWords);
  const groups = words.map((word) => groupOf(analyser, word));
  return withSizes(analyser, withJoined(analyser, groups, text), joinedWeight);
}

/** A quote at the beginning of a word; the sign of `27"` is none. */
const quoted = /(?<=^|\s)(["“”„«»])(?=\S)([^"“”„«»]+)["“”»«](?=\s|$)/gu;

interface Quoting {
  readonly text: string;
  readonly groups: readonly WordGroup[];
}

/** Words in quotes are one group, as they are written; null without any. */
function withQuotes(analyser: Analyser, text: string): Quoting | null {
  const groups: WordGroup[] = [];
  let end = 0;
  for (const { 0: whole, 2: inside = '', index } of text.matchAll(quoted)) {
    const terms = analyser.tokens(inside);
    groups.push(...groupsOf(analyser, text.slice(end, index)));
    if (terms.length > 0) groups.push({ word: terms.join(' '), alternatives: [{ kind: 'exact', terms, weight: 1 }] });
    end = index + whole.length;
  }
  if (end === 0) return null;
  groups.push(...groupsOf(analyser, text.slice(end)));
  return { text: text.replaceAll(quoted, ' $2 ').replace(/\s+/g, ' ').trimStart(), groups: groups.slice(0, maxQueryWords) };
}

function withUnwanted(draft: QueryDraft, analyser: Analyser): QueryDraft {
  const { wanted, negations } = splitNegations(draft.text, analyser.language);
  if (negations.length === 0) return draft;
  const unwanted = negations.flatMap(({ word, before }) =>
    groupsOf(analyser, word).map((group): UnwantedWord => {
      if (before === '') return { group, unless: null };
      const denied = denialsOf(analyser.tokens(before).join(' '), group.word, analyser.language);
      const alternatives = denied.map((terms): Alternative => ({ kind: 'exact', terms, weight: 1 }));
      return { group, unless: { word: `${before} ${group.word}`, alternatives } };
    }),
  );
  const said = [wanted.trim(), ...unwanted.map(({ group }) => `−${group.word}`)].filter(Boolean).join(' ');
  return { ...draft, text: wanted, unwanted, trace: traced(draft, 'negation', draft.text, said) };
}

export function applyStage(draft: QueryDraft, stage: RuleStage, rules: readonly Rule[]): QueryDraft {
  const isSingle = singleStages.includes(stage);
  let next = draft;
  for (const rule of rules) {
    if (rule.stage !== stage || next.redirect !== null || (isSingle && next !== draft)) continue;
    next = rule.apply(next);
  }
  return next;
}

interface Drafting {
  readonly negates?: boolean;
  readonly category?: string | undefined;
}

export function draftQuery(
  analyser: Analyser,
  rules: readonly Rule[],
  query: string,
  { negates = true, category }: Drafting = {},
): QueryDraft {
  const text = normaliseQuery(query);
  const trace = traced(emptyDraft, 'normalise', query, text);
  let draft: QueryDraft = { ...emptyDraft, text, trace, ...(category !== undefined && text === '' && { category }) };
  draft = applyStage(draft, 'characters', rules);
  draft = applyStage(draft, 'fixit', rules);
  if (draft.redirect !== null) return draft;
  if (negates) draft = withUnwanted(draft, analyser);
  const quoting = withQuotes(analyser, draft.text);
  const groups = quoting?.groups ?? groupsOf(analyser, draft.text);
  if (quoting !== null) draft = { ...draft, text: quoting.text, isQuoted: true };
  draft = { ...draft, groups, typed: groups, trace: traced(draft, 'words', draft.text, describeGroups(groups)) };
  for (const stage of ['stopwords', 'synonyms', 'phrases', 'boosts', 'curations'] as const)
    draft = applyStage(draft, stage, rules);
  draft = withUnspacedWords(draft, analyser);
  return draft.groups.length > maxQueryWords ? { ...draft, groups: draft.groups.slice(0, maxQueryWords) } : draft;
}

import { keyboardReadings } from '#engine/query/analysis/typos.ts';
import type { EvidenceKind, Fix } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { maximumFixitLength, maximumSynonymLength } from '#contract/limits.ts';
import { type AskedQuery, known, mostWords } from './asked-query.ts';
import type { Candidate } from './candidate.ts';

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

const mostSpellings = 3;
const spellingWeights = [1, 0.75, 0.5];
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

export const replacing = ({ text }: AskedQuery, to: string): Fix | null =>
  [text, to].some(({ length }) => length > maximumFixitLength) ? null : { kind: 'fixit', term: text, to: [to] };

async function readingsOf(asked: AskedQuery, word: string): Promise<Written[]> {
  const { search, analyser } = asked;
  const [token = word] = analyser.tokens(word);
  const [similar = []] = await search.session.similarTerms([token], mostSpellings);
  const nearest = similar.filter(({ distance }) => distance === similar[0]?.distance);
  const [lost, typed] = [withLostDiacritics(word), keyboardReadings(word, analyser.language).map((text) => text.trim())];
  const split = analyser.splits(token).map((pair) => pair.join(' '));
  const found = new Set(await known(asked, [...lost, ...typed, ...split]));
  const among = (texts: readonly string[], kind: keyof typeof weights): Written[] =>
    texts.filter((text) => found.has(text)).map((text) => ({ kind, text, weight: weights[kind], count: null }));
  return [
    ...among(lost, 'diacritics').slice(0, 1),
    ...among(typed, 'keyboard').slice(0, 1),
    ...among(split, 'compound').slice(0, 1),
    ...nearest.map(({ term, distance }): Written => ({
      kind: 'spelling',
      text: term,
      weight: spellingWeights[distance] ?? 0,
      count: distance,
    })),
  ];
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

import type { Analyser } from './analysis/analyser.ts';
import { fold } from './analysis/folding.ts';
import { hasIdeograph, isIdeograph } from './analysis/tokens.ts';
import type { QueryDraft } from './pipeline.ts';
import type { Alternative, WordGroup } from '#engine/plan.ts';

/**
 * Chinese and Japanese are written without spaces. Each character is a term of the index, so parts of a word are found; but characters
 * of a word of the query must follow each other.
 */

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language === 'zh' ? 'zh' : 'ja', { granularity: 'word' });
  segmenters.set(language, known);
  return known;
}

const run = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;
const onlyHiragana = /^\p{Script=Hiragana}+$/u;
/** Between words; nobody searches for them. */
const particles = new Set('のをにはがとでへもや');

/** Dictionaries take foreign words in hiragana apart. */
function segmentsOf(text: string, language: string): string[] {
  const joined: string[] = [];
  for (const { segment } of segmenterOf(language).segment(text)) {
    const last = joined.at(-1) ?? '';
    const isPart = [last, segment].every((part) => onlyHiragana.test(part) && !particles.has(part));
    if (isPart) joined[joined.length - 1] = last + segment;
    else joined.push(segment);
  }
  return joined;
}

function wordsIn(text: string, language: string): string[][] {
  const words = (text.match(run) ?? []).flatMap((found) => (onlyHiragana.test(found) ? [found] : segmentsOf(found, language)));
  return words.map((word) => Array.from(word)).filter((word) => word.length > 1 || particles.has(word[0]!));
}

/** As typed, without synonyms of rules. */
const isPlain = ({ word, alternatives }: WordGroup): boolean =>
  isIdeograph(word) && alternatives.every(({ kind, isJoined }) => kind === 'exact' || kind === 'stem' || isJoined === true);

function inOrder(groups: readonly WordGroup[], { hasStemmer, stem }: Analyser): WordGroup {
  const terms = groups.map(({ word }) => word);
  const asWritten: Alternative = { kind: 'exact', terms, weight: 1 };
  const stems = groups.flatMap(({ alternatives }) => alternatives.filter(({ kind }) => kind === 'stem').slice(0, 1));
  const stemmed = hasStemmer ? stems.slice(0, 1).map((one): Alternative => ({ ...one, terms: terms.map(stem) })) : [];
  return { word: terms.join(''), alternatives: [asWritten, ...stemmed] };
}

export function withUnspacedWords(draft: QueryDraft, analyser: Analyser): QueryDraft {
  if (!hasIdeograph(draft.text)) return draft;
  const groups: WordGroup[] = [];
  let at = 0;
  for (const word of wordsIn(fold(draft.text), analyser.language)) {
    const isHere = (start: number): boolean =>
      word.every((character, offset) => {
        const group = draft.groups[start + offset];
        return group?.word === character && isPlain(group);
      });
    let start = at;
    while (start < draft.groups.length && !isHere(start)) start += 1;
    if (start === draft.groups.length) continue;
    groups.push(...draft.groups.slice(at, start));
    if (word.length > 1) groups.push(inOrder(draft.groups.slice(start, start + word.length), analyser));
    at = start + word.length;
  }
  groups.push(...draft.groups.slice(at));
  if (at === 0 || groups.length === 0) return draft;
  const { knownPairs: _pairs, ...rest } = draft;
  return { ...rest, groups };
}

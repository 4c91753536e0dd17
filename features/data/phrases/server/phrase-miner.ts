import { pathSeparator, type FieldValue, type Item } from '#contract/item.ts';
import { detachedText } from '#engine/query/analysis/detached-text.ts';
import type { MinedPhrase } from '#features/data/imports/server/imports.task.ts';
import { createAnalyser, type PlacedToken } from '#engine/query/analysis/analyser.ts';
import { stopwordTest } from '#engine/query/stopword-rule.ts';

interface Word {
  readonly stem: string;
  readonly isMeasure: boolean;
  readonly isStopword: boolean;
}

/** The items of a shop share most words. */
const rememberedWords = 50_000;
const shortestWord = 2;
const digit = /\d/;
const units: ReadonlySet<string> = new Set(
  'mm cm dm km mg dkg kg ml cl dl kw kwh mw mah mhz ghz khz hz kb mb gb tb mbit gbit mbps gbps dpi px mp rpm db bar kpa lm nm ks pcs pc szt stk stck ud uds'.split(
    ' ',
  ),
);
class PhraseWords {
  readonly #analyser;
  readonly #isStopword: (word: string) => boolean;
  readonly #remembered = new Map<string, Word>();

  constructor(language: string) {
    this.#analyser = createAnalyser(language);
    this.#isStopword = stopwordTest(language);
  }

  of(text: string): { readonly words: readonly Word[]; readonly places: readonly PlacedToken[] } {
    const { tokens: places } = this.#analyser.placedTokens(text);
    return { words: places.map((token) => this.#wordOf(token.text)), places };
  }

  #wordOf(token: string): Word {
    const known = this.#remembered.get(token);
    if (known !== undefined) return known;
    const stem = detachedText(this.#analyser.stem(token));
    const word: Word = {
      stem,
      isMeasure: digit.test(token) || units.has(token),
      isStopword: token.length < shortestWord || this.#isStopword(token),
    };
    if (this.#remembered.size >= rememberedWords) this.#remembered.clear();
    this.#remembered.set(detachedText(token), word);
    return word;
  }
}

const leastItems = 3;
const longestWords = 3;
export const maximumMined = 1_000;
/** Share of a longer phrase above which a phrase is part of it. */
const pieceShare = 0.8;
const rememberedPaths = 10_000;
const isMark = /[®™©]|\p{L}\.\p{L}/u;
const around = 2;
/** Phrases don't cross these. */
const breaks = /[,;:()[\]/|+–—]| - |\. /;

export class PhraseMiner {
  readonly #words: PhraseWords;
  readonly #candidates = new PhraseCandidates();
  readonly #levels = new Map<string, readonly WordRun[]>();

  constructor(language: string) {
    this.#words = new PhraseWords(language);
  }

  add({ fields }: Item): void {
    this.#candidates.startItem();
    for (const path of textsOf(fields['category'])) for (const level of this.#levelsOf(path)) this.#candidates.count(level);
    const [name = ''] = textsOf(fields['name']);
    for (const part of detachedText(name).split(breaks)) this.#countPhrasesIn(part);
  }

  #levelsOf(path: string): readonly WordRun[] {
    const known = this.#levels.get(path);
    if (known !== undefined) return known;
    const own = detachedText(path);
    const levels = own
      .split(pathSeparator)
      .map((level): WordRun => {
        const { words } = this.#words.of(level);
        return { words, from: 0, to: words.length, text: level.trim(), start: 0, end: level.length, isCategory: true };
      })
      .filter(({ words }) => words.length > 0);
    if (this.#levels.size >= rememberedPaths) this.#levels.clear();
    this.#levels.set(own, levels);
    return levels;
  }

  /** Two or three neighbouring words without numbers, units, addresses and trademarks. */
  #countPhrasesIn(text: string): void {
    const { words, places } = this.#words.of(text);
    for (let from = 0; from < words.length; from += 1) {
      if (words[from]!.isMeasure || words[from]!.isStopword) continue;
      for (let to = from + 2; to <= words.length && to <= from + longestWords; to += 1) {
        const last = words[to - 1]!;
        if (last.isMeasure) break;
        if (last.isStopword) continue;
        const [start, end] = [places[from]!.start, places[to - 1]!.end];
        if (!isMark.test(text.slice(Math.max(0, start - around), end + around)))
          this.#candidates.count({ words, from, to, text, start, end, isCategory: false });
      }
    }
  }

  mined(): MinedPhrase[] {
    const frequent = this.#candidates.sharedBy(leastItems);
    const longer = new Map<string, number>();
    for (const { stems, itemCount, first } of frequent) {
      const words = stems.split(' ');
      if (first.isCategory || words.length < longestWords) continue;
      for (const piece of [words.slice(0, -1), words.slice(1)].map((part) => part.join(' ')))
        longer.set(piece, Math.max(longer.get(piece) ?? 0, itemCount));
    }
    const sameWords = new Map<string, string>();
    for (const { stems } of frequent.toSorted(mostFirst)) {
      const words = inAnyOrder(stems);
      if (!sameWords.has(words)) sameWords.set(words, stems);
    }
    const categories = frequent.filter(({ first }) => first.isCategory).map(({ stems }) => new Set(stems.split(' ')));
    const isInCategory = (stems: string): boolean =>
      categories.some((words) => stems.split(' ').every((word) => words.has(word)));
    return frequent
      .filter(({ stems, first }) => first.isCategory || !isInCategory(stems))
      .filter(({ stems, first }) => first.isCategory || sameWords.get(inAnyOrder(stems)) === stems)
      .filter(({ stems, itemCount, first }) => first.isCategory || (longer.get(stems) ?? 0) < itemCount * pieceShare)
      .map(({ stems, itemCount, spellings, first }) => ({
        stems,
        phrase: mostFrequent(spellings ?? new Map()),
        itemCount,
        source: first.isCategory ? ('category' as const) : ('name' as const),
      }))
      .toSorted(mostFirst)
      .slice(0, maximumMined);
  }
}

type Counted = Pick<MinedPhrase, 'stems' | 'itemCount'>;
const mostFirst = (a: Counted, b: Counted): number => b.itemCount - a.itemCount || (a.stems < b.stems ? -1 : 1);

const inAnyOrder = (stems: string): string => stems.split(' ').toSorted().join(' ');

const textsOf = (value: FieldValue | undefined): string[] => (value === undefined ? [] : [value].flat().map(String));

/** The first of equals alphabetically, so that mining is deterministic. */
function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  const [best] = [...spellings].toSorted(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1));
  return best?.[0] ?? '';
}

/** Above it, the rarest are evicted; frequent ones come again. */
const maximumCandidates = 50_000;

interface WordRun {
  readonly words: readonly Word[];
  readonly from: number;
  readonly to: number;
  /** In UTF-16 units. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isCategory: boolean;
}

interface Candidate {
  readonly stems: string;
  readonly first: WordRun;
  lastItem: number;
  itemCount: number;
  /** null for a single item: most words meet once. */
  spellings: Map<string, number> | null;
}

/** Counts items by neighbouring stems. */
class PhraseCandidates {
  #candidates = new Map<string, Candidate>();
  #item = 0;

  startItem(): void {
    this.#item += 1;
    if (this.#candidates.size > maximumCandidates) this.#evictRare();
  }

  /** Once per item. */
  count(run: WordRun): void {
    const stems = stemsOf(run);
    const known = this.#candidates.get(stems);
    if (known === undefined) {
      this.#candidates.set(stems, { stems, first: run, lastItem: this.#item, itemCount: 1, spellings: null });
      return;
    }
    if (known.lastItem === this.#item) return;
    known.lastItem = this.#item;
    known.itemCount += 1;
    known.spellings ??= new Map([[spellingOf(known.first), 1]]);
    const spelling = spellingOf(run);
    known.spellings.set(spelling, (known.spellings.get(spelling) ?? 0) + 1);
  }

  /** To half the limit, so that it is rare. */
  #evictRare(): void {
    let kept = this.sharedBy(2);
    for (let least = 3; kept.length > maximumCandidates / 2; least += 1)
      kept = kept.filter(({ itemCount }) => itemCount >= least);
    this.#candidates = new Map(kept.map((candidate) => [candidate.stems, candidate]));
  }

  sharedBy(leastItems: number): Candidate[] {
    return [...this.#candidates.values()].filter(({ itemCount }) => itemCount >= leastItems);
  }
}

function stemsOf({ words, from, to }: WordRun): string {
  let stems = words[from]!.stem;
  for (let at = from + 1; at < to; at += 1) stems += ` ${words[at]!.stem}`;
  return stems;
}

const spellingOf = ({ text, start, end, isCategory }: WordRun): string =>
  isCategory ? text : text.slice(start, end).toLowerCase();

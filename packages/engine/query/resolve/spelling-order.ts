import type { Item } from '#contract/item.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { plainText } from '#engine/query/analysis/plain-text.ts';
import type { Plan, WordGroup } from '#engine/plan.ts';
import type { Hit, OtherSpelling, SearchResult } from '#engine/port.ts';
import { type Awaitable, type Work, wait } from '#process-kit/work.ts';
import { tellingFields } from '#engine/query/query-plan.ts';

/** `pas` and `pás` are one term of the index. If diacritics are typed, best hits with another spelling only rank lower. */

export const spellingWindow = 60;
const otherSpellingShare = 0.5;
/** What is read of an item: so many texts, and so many UTF-16 units of each. */
const maxReadTexts = 20;
const maxReadLength = 1_000;

interface TypedWord {
  readonly word: string;
  readonly surface: string;
  readonly asTyped: RegExp;
  readonly asIndexed: RegExp;
}

export interface SpelledHits {
  readonly hits: readonly Hit[];
  readonly others: ReadonlyMap<string, OtherSpelling>;
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const hasForeignLetter = /[^\x00-\x7f]/;
const wordSign = String.raw`[\p{L}\p{M}\p{N}]`;

const wholeWord = (word: string): RegExp => new RegExp(`(?<!${wordSign})${RegExp.escape(word)}(?!${wordSign})`, 'u');

function typedWords(analyser: Analyser, text: string, groups: readonly WordGroup[]): TypedWord[] {
  if (!hasForeignLetter.test(text)) return [];
  const words = analyser.tokens(text);
  const typed = analyser.surfaces(text).map((surface, index): TypedWord => {
    const word = words[index] ?? surface;
    return { word, surface, asTyped: wholeWord(surface), asIndexed: wholeWord(word) };
  });
  if (typed.every(({ word, surface }) => word === surface)) return [];
  // A letter that folding writes as two, as in `straße`, is a way to write and not another word.
  return typed.filter(({ word, surface }) => word.length === surface.length && groups.some((group) => group.word === word));
}

type Spelling = 'typed' | 'other' | null;

function spellingsIn(text: string, typed: readonly TypedWord[], analyser: Analyser): Spelling[] {
  const read = plainText(text).slice(0, maxReadLength);
  const written = read.replace(invisible, '').normalize('NFC').toLowerCase();
  let tokens: string[] | undefined;
  return typed.map(({ word, surface, asTyped, asIndexed }) => {
    if (asTyped.test(written)) return 'typed';
    if (asIndexed.test(written)) return 'other';
    tokens ??= analyser.tokens(read);
    if (!tokens.includes(word)) return null;
    const surfaces = analyser.surfaces(read).filter((_, index) => tokens?.[index] === word);
    return surfaces.some((one) => one === surface || one.length !== word.length) ? 'typed' : 'other';
  });
}

function spellingsOf({ fields }: Item, names: readonly string[], typed: readonly TypedWord[], analyser: Analyser): Spelling[] {
  const texts = names.flatMap((name) => fields[name] ?? []).filter((value) => typeof value === 'string');
  const found = texts.slice(0, maxReadTexts).map((text) => spellingsIn(text, typed, analyser));
  return typed.map((_, index) => {
    const spellings = found.map((one) => one[index]);
    return spellings.includes('typed') ? 'typed' : spellings.includes('other') ? 'other' : null;
  });
}

function ordered(hits: readonly Hit[], spellings: readonly Spelling[][], typed: readonly TypedWord[], plan: Plan): SpelledHits {
  const telling = typed.map((_, index) => spellings.some((spelling) => spelling[index] === 'typed'));
  const others = new Map<string, OtherSpelling>();
  const scored = hits.map((hit, place) => {
    const words = typed.filter((_, index) => telling[index] === true && spellings[place]?.[index] === 'other');
    if (words.length === 0 || hit.promoted) return hit;
    const lost = (hit.score * otherSpellingShare * words.length) / plan.groups.length;
    others.set(hit.id, { words: words.map(({ surface }) => surface), score: -lost });
    return { ...hit, score: hit.score - lost };
  });
  const ranked = scored.filter(({ promoted }) => !promoted).toSorted((a, b) => b.score - a.score);
  return { hits: scored.map((hit) => (hit.promoted ? hit : ranked.shift()!)), others };
}

export function* inTypedSpelling(
  analyser: Analyser,
  text: string,
  plan: Plan,
  { hits, totalCount }: SearchResult,
  search: (plan: Plan) => Awaitable<SearchResult>,
): Work<SpelledHits> {
  const asFound = { hits, others: new Map<string, OtherSpelling>() };
  if (plan.sort.length > 0 || plan.from >= spellingWindow || totalCount === 0) return asFound;
  const typed = typedWords(analyser, text, plan.groups);
  if (typed.length === 0) return asFound;
  const names = tellingFields(plan.fields).map(({ name }) => name);
  const read = (found: readonly Hit[]): Spelling[][] => found.map(({ item }) => spellingsOf(item, names, typed, analyser));
  // Items only ever move down, so a first page without other spellings is the first page of the window, too.
  if (plan.from === 0) {
    const spellings = read(hits);
    if (hits.length >= totalCount) return ordered(hits, spellings, typed, plan);
    if (!spellings.flat().includes('other')) return asFound;
  }
  const end = plan.from + plan.size;
  const { hits: all } = yield* wait(search({ ...plan, facets: [], from: 0, size: Math.max(spellingWindow, end) }));
  const window = all.slice(0, spellingWindow);
  const reordered = ordered(window, read(window), typed, plan);
  return { ...reordered, hits: [...reordered.hits, ...all.slice(spellingWindow)].slice(plan.from, end) };
}

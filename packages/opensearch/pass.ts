import { hash } from 'node:crypto';
import { type Alternative, isLenient, ofAllWords, type Plan, plainPlan, type WordGroup } from '#engine/plan.ts';
import type {
  CollectionLayout,
  DraftedQuery,
  ResolvedSearch,
  SearchAsks,
  SearchResult,
  SimilarTerm,
  TermCount,
} from '#engine/port.ts';
import { typedBeginnings } from '#engine/query/resolve/beginnings.ts';
import { allowedEdits, editDistance, hasDigit, mayBeMeant } from '#engine/query/analysis/typos.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { firstWords, type Head, headOf, mostCompounds } from '#engine/query/analysis/compounds.ts';
import { codeFields } from '#engine/query/query-plan.ts';
import { resolveSearch } from '#engine/query/resolve/resolve-search.ts';
import { fewItems } from '#contract/values/match-rate.ts';
import { type Awaitable, run } from '#process-kit/work.ts';
import { bucketsOf, escaped, type IndexAnswer } from './cluster.ts';
import { type DocumentForm, termsField } from './index/documents.ts';
import { exactFacetValues, maxAskedWords, maxCompoundTerms, maxSuggestions } from './limits.ts';
import { allOf, type GroupedPlan, PlanQuery } from './plan-query.ts';
import { countBody, countIn, groupsBody, groupsIn, searchOf } from './search-generation.ts';
import type { SearchedIndex } from './searched-index.ts';

/** By the body of a search as a text, or a shorter key of it. */
export type Answers = Map<string, IndexAnswer>;

interface Question<Value> {
  readonly key?: string;
  readonly body: () => object;
  readonly read: (answer: IndexAnswer) => Value;
}

const byCountThenTerm = (a: TermCount, b: TermCount): number => b.itemCount - a.itemCount || (a.term < b.term ? -1 : 1);

function termsQuestion(form: DocumentForm, prefix: string, limit: number, among: Plan | null): Question<TermCount[]> {
  const order = [{ _count: 'desc' }, { _key: 'asc' }];
  const include = `${escaped(prefix)}.*`;
  const terms = { field: termsField, include, size: limit, shard_size: Math.max(limit, exactFacetValues), order };
  const having = { prefix: { [termsField]: prefix } };
  const query = (): object => (among === null ? having : allOf([having, new PlanQuery(form, among).counted]));
  return {
    ...(among === null && { key: `terms ${limit} ${prefix}` }),
    body: () => ({ query: query(), size: 0, track_total_hits: false, aggs: { terms: { terms } } }),
    read: (answer) => bucketsOf(answer, 'terms').map(({ key, doc_count }) => ({ term: key, itemCount: doc_count })),
  };
}

function beginningsQuestion(word: string): Question<SimilarTerm[]> {
  const forms = typedBeginnings(word).map((letters) =>
    letters.map((letter) => (letter === null ? '.' : escaped(letter))).join(''),
  );
  const include = `(${forms.join('|')}).*`;
  const order = [{ _count: 'desc' }, { _key: 'asc' }];
  const terms = { field: termsField, include, size: maxSuggestions, shard_size: exactFacetValues, order };
  return {
    key: `beginnings ${word}`,
    body: () => ({ query: { regexp: { [termsField]: include } }, size: 0, track_total_hits: false, aggs: { terms: { terms } } }),
    read: (answer) =>
      bucketsOf(answer, 'terms')
        .map(({ key, doc_count }) => ({ term: key, itemCount: doc_count, distance: 1 }))
        .filter(({ term }) => !hasDigit(term)),
  };
}

const suggester = { field: termsField, prefix_length: 0, min_word_length: 1, accuracy: 0 };
const suggestions = { size: maxSuggestions, shard_size: maxSuggestions };

function suggestionsFor(word: string, mode: 'always' | 'missing'): object {
  const edits = allowedEdits(word);
  if (edits === 0) return {};
  const term = { ...suggester, ...suggestions, max_edits: edits, suggest_mode: mode };
  return { suggest: { similar: { text: word, term } } };
}

function similarIn(word: string, { suggest }: IndexAnswer): SimilarTerm[] {
  return (suggest?.['similar'] ?? [])
    .flatMap(({ options }) => options)
    .map(({ text, freq }) => ({ term: text, itemCount: freq, distance: editDistance(word, text, allowedEdits(word)) }))
    .filter(({ term, distance }) => mayBeMeant(word, term, distance))
    .sort((a, b) => a.distance - b.distance || byCountThenTerm(a, b));
}

interface KnownWord {
  readonly itemCount: number;
  /** Empty if an item has the word. */
  readonly similar: readonly SimilarTerm[];
}

const wordQuestion = (word: string): Question<KnownWord> => ({
  key: `word ${word}`,
  body: () => ({ query: { term: { [termsField]: word } }, size: 0, track_total_hits: 1, ...suggestionsFor(word, 'missing') }),
  read: (answer) => ({ itemCount: countIn(answer), similar: similarIn(word, answer) }),
});

const similarQuestion = (word: string): Question<readonly SimilarTerm[]> => ({
  key: `similar ${word}`,
  body: () => ({ query: { match_none: {} }, size: 0, ...suggestionsFor(word, 'always') }),
  read: (answer) => similarIn(word, answer),
});

const termsIn = (answer: IndexAnswer): string[] => bucketsOf(answer, 'terms').map(({ key }) => key);

function includedQuestion(key: string, include: string | readonly string[], size: number): Question<string[]> {
  const terms = { field: termsField, include, size, shard_size: size };
  return { key, body: () => ({ size: 0, track_total_hits: false, aggs: { terms: { terms } } }), read: termsIn };
}

/** Terms that may be compounds, most frequent first. A pattern that bounded what follows would be too complex for OpenSearch. */
const headQuestion = ({ stem, beginnings }: Head): Question<string[]> =>
  includedQuestion(`head ${stem} ${beginnings.join(' ')}`, `.+(${beginnings.map(escaped).join('|')}).*`, maxCompoundTerms);

const wordsQuestion = (word: string, words: readonly string[]): Question<string[]> =>
  includedQuestion(`words ${word} ${hash('sha1', words.join(' '), 'base64')}`, words, words.length);

/** The same one in all passes, as searches are known by it. */
const groupedPlans = new WeakMap<Plan, GroupedPlan>();

const never = new Promise<never>(() => undefined);

/**
 * Runs a search by known answers of an index. Unknown ones are requested and guessed, so that one round trip brings all that is likely
 * to be needed. The result is right if nothing had to be requested; otherwise the next pass knows more.
 */
export class Pass implements SearchAsks {
  /** Bodies by their keys. */
  readonly open = new Map<string, string>();
  /** The first search's. */
  words: string | undefined;
  readonly #index: SearchedIndex;
  readonly #answers: Answers;
  /** A pass requests one search of words, as the next one depends on its result. */
  #search: 'none' | 'guessed' | 'found' = 'none';
  #wantsAllWords: 'counted' | 'found' | 'no' = 'no';

  constructor(index: SearchedIndex, answers: Answers) {
    this.#index = index;
    this.#answers = answers;
  }

  get layout(): CollectionLayout {
    return this.#index.layout;
  }

  #look(text: string): IndexAnswer | undefined {
    const answer = this.#answers.get(text);
    if (answer === undefined) this.open.set(text, text);
    return answer;
  }

  /** A small answer, which is remembered; after a change of the index it is requested again and only a guess. */
  #recall<Value>({ key, body, read }: Question<Value>): Value | undefined {
    const index = this.#index;
    const name = key ?? hash('sha1', JSON.stringify(body()), 'base64');
    const answer = this.#answers.get(name);
    if (answer !== undefined) index.memory.set(name, { index, value: read(answer) });
    const known = index.memory.get(name);
    if (known?.index !== index) this.open.set(name, JSON.stringify(body()));
    return known?.value as Value | undefined;
  }

  #count(asked: Plan, most?: number): number | undefined {
    const plan = this.#grouped(asked);
    return this.#recall({ body: () => countBody(this.#index, plan, most), read: countIn });
  }

  #grouped(plan: Plan): GroupedPlan {
    const body = groupsBody(this.#index, plan);
    const groupValues = body === null ? undefined : this.#recall({ body: () => body, read: groupsIn });
    if (groupValues === undefined) return plan;
    const known = groupedPlans.get(plan);
    if (known !== undefined && JSON.stringify(known.groupValues) === JSON.stringify(groupValues)) return known;
    const grouped = { ...plan, groupValues };
    groupedPlans.set(plan, grouped);
    return grouped;
  }

  #searchOf = (plan: Plan) => searchOf(this.#index, this.#grouped(plan));

  search(plan: Plan): Awaitable<SearchResult> {
    this.words ??= plan.groups.map(({ word }) => word).join(' ');
    const search = this.#searchOf(plan);
    const isAside = (plan.size === 0 && plan.facets.length === 0) || codeFields(plan.fields).length === plan.fields.length;
    const [openCount, wasGuessed] = [this.open.size, this.#search === 'guessed'];
    const [pinnedAnswer, siblings] = [search.pinnedBody, search.siblingsBody].map((body) =>
      body === null ? null : this.#look(JSON.stringify(body)),
    );
    const answer = this.#look(search.bodyText);
    if (answer === undefined || pinnedAnswer === undefined || siblings === undefined) {
      if (isAside) return { ...nothingFound };
      if (wasGuessed) {
        for (const text of [...this.open.keys()].slice(openCount)) this.open.delete(text);
        return never;
      }
      this.#search = 'guessed';
      // The page may lack words.
      if (this.#wantsAllWords === 'counted' && isLenient(plan)) this.#count(ofAllWords(plan));
      if (this.#wantsAllWords === 'found' && isLenient(plan))
        this.#look(this.#searchOf({ ...plan, minimumMatch: plan.groups.length }).bodyText);
      const unknownGroups = this.unknownGroups(plan);
      const isLikely = plan.groups.length - unknownGroups.length >= plan.minimumMatch;
      return { ...nothingFound, totalCount: isLikely ? 1 : 0, unknownGroups };
    }
    if (!isAside && this.#search === 'none') this.#search = 'found';
    const pinned = pinnedAnswer === null ? new Map<string, never>() : search.pinned(pinnedAnswer, siblings);
    const shown = search.shown(pinned, answer);
    const variantsBody = search.variantsBody(shown);
    const variants = variantsBody === null ? undefined : this.#look(JSON.stringify(variantsBody));
    return search.result({ pinned, shown, answer, variants }, this.unknownGroups(plan));
  }

  resolve(query: DraftedQuery): Awaitable<ResolvedSearch> {
    this.#wantsAllWords = query.isQuoted === true ? 'no' : query.isTyping === true ? 'found' : 'counted';
    return run(resolveSearch(this, query));
  }

  unknownGroups({ groups, fields }: Plan): readonly number[] {
    return [...groups.keys()].filter((index) => !this.#isKnown(groups[index]!, fields));
  }

  #isKnown({ word, alternatives }: WordGroup, fields: Plan['fields']): boolean {
    const found = (those: readonly Alternative[]): number | undefined =>
      this.#count({ ...plainPlan, groups: [{ word, alternatives: those }], minimumMatch: 1, fields }, fewItems);
    const [first, ...others] = alternatives;
    if (first === undefined) return false;
    const asTyped = this.#isWord(first, fields) ? this.#recall(wordQuestion(first.terms[0]!))?.itemCount : found([first]);
    if ((asTyped ?? 0) > 0) return true;
    if (others.length === 0) return asTyped === undefined && this.#search === 'found';
    return (found(alternatives) ?? (this.#search === 'found' ? 1 : 0)) > 0;
  }

  /** Any searchable field is one of these. */
  #isWord({ kind, terms, isStemmed }: Alternative, fields: Plan['fields']): boolean {
    const searched = new Set(fields.flatMap(({ name, weight }) => (weight > 0 ? name : [])));
    return (
      kind === 'exact' && terms.length === 1 && !isStemmed && this.#index.fields.words.every(({ name }) => searched.has(name))
    );
  }

  firstWith(least: number, plans: readonly Plan[]): number {
    const first = plans.map((plan) => this.#count(plan, least) ?? 0).findIndex((count) => count >= least);
    return first < 0 ? plans.length - 1 : first;
  }

  counts(plans: readonly Plan[], most?: number): Awaitable<readonly number[]> {
    const likely = this.#search === 'found' ? most : 0;
    const counts = plans.map((plan) => this.#count(plan, most) ?? likely);
    return counts.every((count) => count !== undefined) ? counts : never;
  }

  similarTerms(words: readonly string[], limit: number): readonly (readonly SimilarTerm[])[] {
    return words.map((word) => {
      if (allowedEdits(word) === 0) return [];
      const known = this.#recall(wordQuestion(word));
      const isThere = known !== undefined && known.itemCount > 0 && this.#search !== 'guessed';
      const similar = isThere ? this.#recall(similarQuestion(word)) : known?.similar;
      return similar?.slice(0, limit) ?? [];
    });
  }

  beginningsLike(word: string, limit: number): readonly SimilarTerm[] {
    return this.#recall(beginningsQuestion(word))?.slice(0, limit) ?? [];
  }

  compounds(words: readonly string[], language: string): readonly (readonly string[])[] {
    const { stem } = analyserOf(language);
    return words.map((word) => {
      const head = headOf(word, stem);
      const found = (this.#recall(headQuestion(head)) ?? []).map((term) => ({ term, firsts: firstWords(term, head, stem) }));
      const asked = [...new Set(found.flatMap(({ firsts }) => firsts))].slice(0, maxAskedWords);
      const known = new Set(asked.length === 0 ? [] : this.#recall(wordsQuestion(word, asked)));
      const compounds = found.filter(({ firsts }) => firsts.some((first) => known.has(first))).map(({ term }) => term);
      return compounds.slice(0, mostCompounds);
    });
  }

  terms(prefix: string, limit: number, among: Plan | null): readonly TermCount[] {
    return limit <= 0 ? [] : (this.#recall(termsQuestion(this.#index, prefix, limit, among)) ?? []);
  }
}

export const nothingFound: SearchResult = { hits: [], totalCount: 0, facets: [], unknownGroups: [], took: 0 };

/** For a collection without a generation. */
export const nothingThere: SearchAsks = {
  layout: null,
  search: () => nothingFound,
  resolve: (query) => run(resolveSearch(nothingThere, query)),
  unknownGroups: () => [],
  firstWith: (_least, plans) => plans.length - 1,
  counts: (plans) => plans.map(() => 0),
  similarTerms: (words) => words.map(() => []),
  beginningsLike: () => [],
  compounds: (words) => words.map(() => []),
};

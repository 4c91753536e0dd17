import { fewItems } from '#contract/values/match-rate.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { type Alternative, ofWordsAlone, type Plan, type WordGroup } from '#engine/plan.ts';
import type { GenerationAsks, SearchResult, SimilarTerm } from '#engine/port.ts';
import { type Work, wait } from '#process-kit/work.ts';
import { hasDigit } from '#engine/query/analysis/typos.ts';
import { areTwoWords } from './likely-typo.ts';
import { stemWeight } from '#engine/query/query-draft.ts';
import { fuzzyFields } from '#engine/query/query-plan.ts';

/** Per edit; a correction also counts by the root of its frequency relative to the most frequent one. */
const correctionWeight = 0.9;
/** Per misspelt word. */
const maxCorrections = 5;
const maxSimilar = 50;
const clearlyMoreFrequent = 10;

const leastBeginning = 4;
/** OpenSearch takes an expression of each typo. */
const mostBeginning = 20;

interface Suspect {
  readonly index: number;
  readonly itemCount: number;
}

interface Meant {
  readonly term: string;
  /** 0 to 1. */
  readonly weight: number;
}

export interface Corrected {
  readonly plan: Plan;
  readonly correctedQuery: string | null;
}

function alternativesFor(analyser: Analyser, { term, weight }: Meant): Alternative[] {
  const asWritten: Alternative = { kind: 'fuzzy', terms: [term], weight };
  if (!analyser.hasStemmer) return [asWritten];
  return [asWritten, { kind: 'fuzzy', terms: [analyser.stem(term)], isStemmed: true, weight: weight * stemWeight }];
}

const groupOf = (analyser: Analyser, { term }: SimilarTerm): WordGroup => ({
  word: term,
  alternatives: alternativesFor(analyser, { term, weight: 1 }),
});

const isUnfinished = ({ word, alternatives }: WordGroup): boolean =>
  word.length >= leastBeginning &&
  word.length <= mostBeginning &&
  !hasDigit(word) &&
  alternatives.some(({ kind }) => kind === 'prefix');

function areAllFrequent({ groups, minimumMatch, filters, promoted }: Plan, { totalCount }: SearchResult): boolean {
  return minimumMatch === groups.length && filters.length === 0 && promoted.length === 0 && totalCount >= fewItems;
}

function* unwrittenGroups(generation: GenerationAsks, plan: Plan, found: SearchResult): Work<readonly number[]> {
  if (found.unwrittenGroups !== undefined) return found.unwrittenGroups;
  const asTyped = plan.groups.map((group) => ({ ...group, alternatives: group.alternatives.slice(0, 1) }));
  return yield* wait(generation.unknownGroups({ ...plan, groups: asTyped }));
}

function* suspectsOf(generation: GenerationAsks, plan: Plan, unknown: readonly number[], found: SearchResult): Work<Suspect[]> {
  const unwritten = yield* unwrittenGroups(generation, plan, found);
  const isSpelled = ({ alternatives }: WordGroup): boolean => alternatives.some(({ isPart }) => isPart);
  const indirect = unwritten.filter((index) => {
    const group = plan.groups[index]!;
    return !unknown.includes(index) && group.word.length >= leastBeginning && !isSpelled(group);
  });
  const plans = indirect.map((index) => ofWordsAlone({ ...plan, groups: [plan.groups[index]!], minimumMatch: 1 }));
  const counts = plans.length === 0 ? [] : yield* wait(generation.counts(plans, fewItems));
  const few = indirect.map((index, at): Suspect => ({ index, itemCount: counts[at]! }));
  return [...unknown.map((index): Suspect => ({ index, itemCount: 0 })), ...few.filter(({ itemCount }) => itemCount < fewItems)];
}

class Corrections {
  readonly #generation: GenerationAsks;
  readonly #analyser: Analyser;
  readonly #plan: Plan;
  readonly #sure: readonly WordGroup[];

  constructor(generation: GenerationAsks, analyser: Analyser, plan: Plan, suspects: readonly Suspect[]) {
    this.#generation = generation;
    this.#analyser = analyser;
    this.#plan = plan;
    this.#sure = plan.groups.filter((_, index) => !suspects.some((suspect) => suspect.index === index));
  }

  /** An unfinished word that is no misspelt one may begin so. */
  *similar(suspects: readonly Suspect[]): Work<readonly (readonly SimilarTerm[])[]> {
    const { groups } = this.#plan;
    const words = suspects.map(({ index }) => groups[index]!.word);
    const found = yield* wait(this.#generation.similarTerms(words, maxSimilar));
    const { language } = this.#analyser;
    const meant = found.map((ofWord, at) =>
      ofWord.filter(({ term, distance }) => !areTwoWords(words[at]!, term, distance, language)),
    );
    const last = suspects.findIndex(({ index, itemCount }) => index === groups.length - 1 && itemCount === 0);
    if (last < 0 || found[last]!.length > 0 || !isUnfinished(groups.at(-1)!)) return yield* this.#inFields(meant);
    const begun = yield* wait(this.#generation.beginningsLike(words[last]!, maxSimilar));
    return yield* this.#inFields(meant.with(last, [...begun]));
  }

  *#inFields(similar: readonly (readonly SimilarTerm[])[]): Work<readonly (readonly SimilarTerm[])[]> {
    const fields = fuzzyFields(this.#plan.fields);
    const all = similar.flat();
    if (fields.length === this.#plan.fields.length || all.length === 0) return similar;
    const ofTerms = all.map((one) => groupOf(this.#analyser, one));
    const elsewhere = new Set(
      (yield* wait(this.#generation.unknownGroups({ ...this.#plan, groups: ofTerms, fields }))).map((index) => all[index]),
    );
    return similar.map((ofWord) => ofWord.filter((one) => !elsewhere.has(one)));
  }

  *meant({ itemCount: known }: Suspect, similar: readonly SimilarTerm[]): Work<Meant[]> {
    const nearest = similar.filter(({ distance }) => distance === similar[0]?.distance).slice(0, maxCorrections);
    const counts = yield* this.#frequencies(nearest);
    const most = Math.max(...counts);
    return nearest
      .map((one, at) => ({ ...one, share: counts[at]! / most }))
      .filter(({ share, itemCount }) => share * clearlyMoreFrequent >= 1 && itemCount >= known * clearlyMoreFrequent)
      .sort((a, b) => b.share - a.share)
      .map(({ term, distance, share }) => ({ term, weight: correctionWeight ** distance * Math.sqrt(share) }));
  }

  *#frequencies(similar: readonly SimilarTerm[]): Work<readonly number[]> {
    const alone = similar.map(({ itemCount }) => itemCount);
    if (similar.length < 2 || this.#sure.length === 0) return alone;
    const plans = similar.map((one) => {
      const groups = [...this.#sure, groupOf(this.#analyser, one)];
      return ofWordsAlone({ ...this.#plan, groups, minimumMatch: groups.length });
    });
    const together = yield* wait(this.#generation.counts(plans));
    return together.some((count) => count > 0) ? together : alone;
  }
}

export function* correctWords(
  generation: GenerationAsks,
  analyser: Analyser,
  plan: Plan,
  unknown: readonly number[],
  found: SearchResult,
): Work<Corrected> {
  const uncorrected: Corrected = { plan, correctedQuery: null };
  if (!plan.fields.some((field) => field.fuzzy) || areAllFrequent(plan, found)) return uncorrected;
  const suspects = yield* suspectsOf(generation, plan, unknown, found);
  if (suspects.length === 0) return uncorrected;
  const corrections = new Corrections(generation, analyser, plan, suspects);
  const [groups, words] = [[...plan.groups], plan.groups.map(({ word }) => word)];
  const similar = yield* corrections.similar(suspects);
  for (const [at, suspect] of suspects.entries()) {
    const meant = yield* corrections.meant(suspect, similar[at]!);
    if (meant[0] === undefined) continue;
    const { word, alternatives } = groups[suspect.index]!;
    groups[suspect.index] = { word, alternatives: [...alternatives, ...meant.flatMap((one) => alternativesFor(analyser, one))] };
    words[suspect.index] = meant[0].term;
  }
  const isSame = words.every((word, index) => word === plan.groups[index]!.word);
  return isSame ? uncorrected : { plan: { ...plan, groups }, correctedQuery: words.join(' ') };
}

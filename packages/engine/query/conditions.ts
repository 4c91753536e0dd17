import type { Analyser } from './analysis/analyser.ts';
import type { QueryDraft } from './pipeline.ts';
import { normaliseQuery } from './query-draft.ts';
import { stemPhrase, stemsOf } from './rule-matching.ts';

/** `is`: the same words in order; `contains`: all words, anywhere in the query. */
export interface ConditionOfQuery {
  readonly query: string;
  readonly match: 'is' | 'contains';
}

export interface Condition {
  readonly match: ConditionOfQuery['match'];
  readonly stems: readonly string[];
  readonly key: string;
}

/** For `contains` word order is irrelevant. A query without words equals only itself. */
export function conditionOf(analyser: Analyser, { query, match }: ConditionOfQuery): Condition {
  const stems = stemPhrase(analyser, query);
  if (stems.length === 0) return { match: 'is', stems, key: normaliseQuery(query).trim() };
  return match === 'is' ? { match, stems, key: stems.join(' ') } : { match, stems, key: [...new Set(stems)].sort().join(' ') };
}

/** Equal for conditions that the same queries meet. */
export const conditionKey = ({ match, key }: Condition): string => `${match} ${key}`;

interface Contained<Owner> {
  readonly stems: readonly string[];
  readonly owner: Owner;
  readonly place: number;
}

/** An index of conditions, by the whole query or by their rarest word. */
export class Conditions<Owner> {
  readonly #whole = new Map<string, Owner>();
  readonly #byStem = new Map<string, Contained<Owner>[]>();
  #place = 0;

  add({ match, key, stems }: Condition, owner: Owner): void {
    if (match === 'is') {
      if (key !== '' && !this.#whole.has(key)) this.#whole.set(key, owner);
      return;
    }
    const othersWith = (stem: string): number => this.#byStem.get(stem)?.length ?? 0;
    const rarest = stems.reduce((one, other) => (othersWith(other) < othersWith(one) ? other : one));
    const condition = { stems, owner, place: (this.#place += 1) };
    const others = this.#byStem.get(rarest);
    if (others === undefined) this.#byStem.set(rarest, [condition]);
    else others.push(condition);
  }

  whole = (key: string): Owner | undefined => this.#whole.get(key);

  /** In the order in which they were added. */
  allIn(stems: readonly string[]): Owner[] {
    if (this.#byStem.size === 0) return [];
    const typed = new Set(stems);
    const met: Contained<Owner>[] = [];
    for (const stem of typed)
      for (const condition of this.#byStem.get(stem) ?? [])
        if (condition.stems.every((one) => typed.has(one))) met.push(condition);
    return met.toSorted((one, other) => one.place - other.place).map(({ owner }) => owner);
  }
}

/** A query as typed, and without ignored terms. */
export const wholeKeys = ({ typed, groups, text }: QueryDraft): string[] =>
  [typed, groups].map((words) => stemsOf(words).join(' ') || text.trim());

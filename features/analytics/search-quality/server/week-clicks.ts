import { type Choice, type QueryScore, scoreOf } from './measure.ts';

/** That a visitor clicked an item of the first page of what a query found. */
export interface FirstPageClick {
  readonly collectionId: number;
  /** ISO 639-1. */
  readonly language: string;
  readonly term: string;
  readonly visitor: string;
  readonly itemId: string;
  readonly place: number;
}

interface Part {
  readonly collectionId: number;
  readonly language: string;
  /** By term and visitor; items by id. */
  readonly terms: Map<string, Map<string, Map<string, Choice>>>;
}

export interface JudgedPart {
  readonly collectionId: number;
  readonly language: string;
  readonly clickedCount: number;
  readonly scores: readonly QueryScore[];
}

/** Gathers the clicks of a week, which come in the order of clicks. A visitor counts once for a query and an item, by the first click. */
export function weekClicks() {
  const parts = new Map<string, Part>();
  let count = 0;

  function partOf({ collectionId, language }: FirstPageClick): Part {
    const key = `${collectionId} ${language}`;
    const part = parts.get(key) ?? { collectionId, language, terms: new Map() };
    parts.set(key, part);
    return part;
  }

  return {
    add(click: FirstPageClick): void {
      const { terms } = partOf(click);
      const { term, visitor, itemId, place } = click;
      const visitors = terms.get(term) ?? new Map<string, Map<string, Choice>>();
      terms.set(term, visitors);
      const choices = visitors.get(visitor) ?? new Map<string, Choice>();
      visitors.set(visitor, choices);
      if (choices.has(itemId)) return;
      choices.set(itemId, { itemId, place });
      count += 1;
    },
    count: (): number => count,
    /** `breathe` is called between small parts of the work. */
    async judged(breathe: () => Promise<void>): Promise<JudgedPart[]> {
      const judged: JudgedPart[] = [];
      for (const { collectionId, language, terms } of parts.values()) {
        let clickedCount = 0;
        const scores: QueryScore[] = [];
        for (const visitors of terms.values()) {
          clickedCount += visitors.size;
          const searches = [...visitors.values()].map((choices) => choices.values());
          const score = await scoreOf(searches, breathe);
          if (score) scores.push(score);
        }
        judged.push({ collectionId, language, clickedCount, scores });
      }
      return judged;
    },
  };
}

import { type Choice, type QueryScore, scoreOf } from './measure.ts';

export interface FirstPageClick {
  readonly collectionId: number;
  readonly language: string;
  readonly term: string;
  readonly visitor: string;
  readonly itemId: string;
  readonly place: number;
}

interface Part {
  readonly collectionId: number;
  readonly language: string;
  /** By term and visitor. */
  readonly terms: Map<string, Map<string, Map<string, Choice>>>;
}

export interface JudgedPart {
  readonly collectionId: number;
  readonly language: string;
  readonly clickedCount: number;
  readonly scores: readonly QueryScore[];
}

/** Each visitor's first click counts per query and item. */
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

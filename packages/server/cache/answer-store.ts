import { LRUCache } from 'lru-cache';
import type { Answer, AnswerOrigin, KeptFor, Tag } from './answer.ts';

/** How much answers may take with their keys. The least recently used leave first. */
const usualBytes = 64 * 1024 * 1024;
/** A larger answer pushes out too many others. */
const largestShare = 1 / 32;
/** About what an answer takes beside its text, with what stands beside it. */
const bytesBeside = 1_000;

export interface StoredAnswer extends KeptFor {
  readonly answer: Answer;
  readonly version: string;
  readonly origin: AnswerOrigin | null;
  readonly tags: readonly Tag[];
  /** In the milliseconds of the cache's clock. */
  readonly madeAt: number;
  /** It isn't made again before this moment: the last time failed. */
  restsUntil: number;
}

/** Answers in this process's memory, found by their key or thrown away by one of their tags. */
export class AnswerStore {
  readonly #answers: LRUCache<string, StoredAnswer>;
  readonly #keysByTag = new Map<Tag, Set<string>>();
  readonly #largestBytes: number;

  constructor(maximumBytes = usualBytes) {
    this.#largestBytes = maximumBytes * largestShare;
    this.#answers = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: bytesOf,
      dispose: (stored, key) => this.#forget(stored.tags, key),
    });
  }

  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  get(key: string): StoredAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, stored: StoredAnswer): void {
    if (bytesOf(stored, key) > this.#largestBytes) return this.delete(key);
    this.#answers.set(key, stored);
    for (const tag of stored.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
  }

  delete(key: string): void {
    this.#answers.delete(key);
  }

  purge(tag: Tag): void {
    for (const key of this.#keysByTag.get(tag) ?? []) this.#answers.delete(key);
  }

  clear(): void {
    this.#answers.clear();
  }

  /** Those that are kept by the tag. Looking at them doesn't count as use. */
  *tagged(tag: Tag): Generator<readonly [string, StoredAnswer]> {
    for (const key of this.#keysByTag.get(tag) ?? []) {
      const stored = this.#answers.peek(key);
      if (stored !== undefined) yield [key, stored];
    }
  }

  #forget(tags: readonly Tag[], key: string): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

const bytesOf = ({ answer }: StoredAnswer, key: string): number => answer.json.length + 2 * key.length + bytesBeside;

import type { Awaitable } from '#process-kit/work.ts';
import type { LiveStatus } from '#engine/port.ts';
import type { TakenState } from '#engine/index/changes/tail.ts';
import { type GenerationFacts, type GenerationParts, LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import type { Manifest } from '#engine/index/files/generation-files.ts';
import { answer, type Answer, type QuestionArguments, type QuestionName } from '#engine/search/questions/questions.ts';

/** Sent to followers in order. Segments are shared memory. */
export type GenerationNews =
  | { readonly kind: 'open'; readonly generation: number; readonly parts: GenerationParts }
  | { readonly kind: 'follow'; readonly generation: number; readonly state: TakenState }
  | { readonly kind: 'prepareAs'; readonly generation: number; readonly other: number }
  | { readonly kind: 'close'; readonly generation: number }
  /** null: not loaded, or its status changed. */
  | { readonly kind: 'live'; readonly collection: string; readonly generation: number | null };

/** Resolves after all followers have handled it. */
export type TellFollowers = (news: GenerationNews) => Promise<unknown>;

export interface ServedGeneration {
  /** Identifies it to followers. */
  readonly number: number;
  readonly name: string;
  readonly manifest: Manifest;
  readonly facts: GenerationFacts;
  /** With the caches of all threads. */
  readonly bytes: number;
  ask<Name extends QuestionName>(name: Name, ...rest: QuestionArguments<Name>): Awaitable<Answer<Name>>;
  follow(state: TakenState): Promise<void>;
  prepareAs(other: ServedGeneration): Promise<void>;
  close(): void;
}

export const statusOf = ({ name, facts, manifest: { bytes, builtAt } }: ServedGeneration): LiveStatus => ({
  generation: name,
  itemCount: facts.itemCount,
  bytes,
  builtAt,
  changeNumber: facts.changeNumber,
});

/** Searched in this thread. */
export class OwnGeneration implements ServedGeneration {
  readonly number: number;
  readonly name: string;
  readonly manifest: Manifest;
  readonly #generation: LoadedGeneration;

  constructor(parts: GenerationParts, number = 0) {
    this.#generation = new LoadedGeneration(parts);
    this.number = number;
    this.name = parts.name;
    this.manifest = parts.manifest;
  }

  get facts(): GenerationFacts {
    return this.#generation.facts;
  }

  get cachedBytes(): number {
    return this.#generation.cachedBytes;
  }

  get bytes(): number {
    return this.facts.bytes + this.cachedBytes;
  }

  ask<Name extends QuestionName>(name: Name, ...rest: QuestionArguments<Name>): Awaitable<Answer<Name>> {
    return answer(this.#generation, name, rest);
  }

  follow(state: TakenState): Promise<void> {
    return this.#generation.follow(state);
  }

  async prepareAs(other: ServedGeneration): Promise<void> {
    if (other instanceof OwnGeneration) await this.#generation.prepareAs(other.#generation);
  }

  close(): void {
    this.#generation.close();
  }
}

/** Opened in this thread and in all followers. */
export class FollowedGeneration extends OwnGeneration {
  readonly #tell: TellFollowers;
  /** By follower. */
  readonly #cachedBytes = new Map<string, number>();

  private constructor(parts: GenerationParts, number: number, tell: TellFollowers) {
    super(parts, number);
    this.#tell = tell;
  }

  static async open(parts: GenerationParts, number: number, tell: TellFollowers): Promise<FollowedGeneration> {
    const opened = new FollowedGeneration(parts, number, tell);
    try {
      await tell({ kind: 'open', generation: number, parts });
    } catch (error) {
      opened.close();
      throw error;
    }
    return opened;
  }

  override get bytes(): number {
    return [...this.#cachedBytes.values()].reduce((sum, bytes) => sum + bytes, super.bytes);
  }

  noteCachedBytes(follower: string, bytes: number): void {
    this.#cachedBytes.set(follower, bytes);
  }

  override async follow(state: TakenState): Promise<void> {
    await Promise.all([super.follow(state), this.#tell({ kind: 'follow', generation: this.number, state })]);
  }

  override async prepareAs(other: ServedGeneration): Promise<void> {
    const told = this.#tell({ kind: 'prepareAs', generation: this.number, other: other.number });
    await Promise.all([super.prepareAs(other), told]);
  }

  override close(): void {
    super.close();
    // A lost follower has nothing to close.
    this.#tell({ kind: 'close', generation: this.number }).catch(() => null);
  }
}

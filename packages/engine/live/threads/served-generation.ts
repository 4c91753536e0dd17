import type { Awaitable } from '#process-kit/work.ts';
import type { LiveStatus } from '#engine/port.ts';
import type { TakenState } from '#engine/index/changes/tail.ts';
import type { GenerationFacts, LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import type { Manifest } from '#engine/index/files/generation-files.ts';
import { answer, type Answer, type QuestionArguments, type QuestionName } from '#engine/search/questions/questions.ts';

export interface ServedGeneration {
  readonly name: string;
  readonly manifest: Manifest;
  readonly facts: GenerationFacts;
  /** With what searches made of it. */
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

export class OwnGeneration implements ServedGeneration {
  readonly name: string;
  readonly manifest: Manifest;
  readonly #generation: LoadedGeneration;

  constructor(generation: LoadedGeneration) {
    this.#generation = generation;
    this.name = generation.name;
    this.manifest = generation.manifest;
  }

  get facts(): GenerationFacts {
    return this.#generation.facts;
  }

  get bytes(): number {
    return this.facts.bytes + this.#generation.cachedBytes;
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

import type { LiveStatus } from '#engine/port.ts';
import type { TakenState } from '#engine/index/changes/tail.ts';
import type { LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import type { Manifest } from '#engine/index/files/generation-files.ts';
import { answer, type Answer, type QuestionArguments, type QuestionName } from '#engine/search/questions/questions.ts';

export interface GenerationFacts {
  readonly itemCount: number;
  readonly changedCount: number;
  readonly changeNumber: number;
  readonly tail: readonly number[];
  readonly bytes: number;
}

export interface ServedGeneration extends Omit<GenerationFacts, 'bytes'> {
  readonly name: string;
  readonly manifest: Manifest;
  readonly bytes: number;
  ask<Name extends QuestionName>(name: Name, ...rest: QuestionArguments<Name>): Promise<Answer<Name>>;
  follow(state: TakenState): Promise<void>;
  prepareAs(other: ServedGeneration): Promise<void>;
  close(): void;
}

export const factsOf = ({ itemCount, changedCount, changeNumber, tail, bytes }: LoadedGeneration): GenerationFacts => ({
  itemCount,
  changedCount,
  changeNumber,
  tail,
  bytes,
});

export const statusOf = ({ name, itemCount, changeNumber, manifest: { bytes, builtAt } }: ServedGeneration): LiveStatus => ({
  generation: name,
  itemCount,
  bytes,
  builtAt,
  changeNumber,
});

export class OwnGeneration implements ServedGeneration {
  readonly #generation: LoadedGeneration;

  constructor(generation: LoadedGeneration) {
    this.#generation = generation;
  }

  get name(): string {
    return this.#generation.name;
  }

  get manifest(): Manifest {
    return this.#generation.manifest;
  }

  get itemCount(): number {
    return this.#generation.itemCount;
  }

  get changedCount(): number {
    return this.#generation.changedCount;
  }

  get changeNumber(): number {
    return this.#generation.changeNumber;
  }

  get tail(): readonly number[] {
    return this.#generation.tail;
  }

  get bytes(): number {
    return this.#generation.bytes + this.#generation.heldBytes;
  }

  async ask<Name extends QuestionName>(name: Name, ...rest: QuestionArguments<Name>): Promise<Answer<Name>> {
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

import { collectSoon } from '#engine/index/collect-garbage.ts';
import type { TakenState } from '#engine/index/changes/tail-files.ts';
import type { Manifest } from '#engine/index/files/generation-files.ts';
import type { GenerationParts } from '#engine/search/generation/generation-parts.ts';
import type { Answer, QuestionArguments, QuestionName } from '#engine/search/generation/questions.ts';
import type { GenerationFacts, ServedGeneration } from './served-generation.ts';
import type { ThreadResult, ThreadTask } from './messages.ts';
import { portableQuestion, restored } from './portable.ts';
import type { SearchThread } from './search-thread.ts';

const leastBusy = (threads: readonly SearchThread[]): SearchThread =>
  threads.reduce((best, thread) => (thread.waitingCount < best.waitingCount ? thread : best));

/** Open in every search thread; the least busy one answers. */
export class ThreadedGeneration implements ServedGeneration {
  readonly name: string;
  readonly manifest: Manifest;
  readonly #number: number;
  readonly #threads: readonly SearchThread[];
  #facts: GenerationFacts = { itemCount: 0, changedCount: 0, changeNumber: 0, tail: [], bytes: 0 };
  /** By thread: what it holds beside the bytes that all of them share. */
  readonly #held = new Map<SearchThread, number>();

  constructor(number: number, parts: GenerationParts, threads: readonly SearchThread[]) {
    this.#number = number;
    this.name = parts.name;
    this.manifest = parts.manifest;
    this.#threads = threads;
  }

  get itemCount(): number {
    return this.#facts.itemCount;
  }

  get changedCount(): number {
    return this.#facts.changedCount;
  }

  get changeNumber(): number {
    return this.#facts.changeNumber;
  }

  get tail(): readonly number[] {
    return this.#facts.tail;
  }

  get bytes(): number {
    return [...this.#held.values()].reduce((sum, held) => sum + held, this.#facts.bytes);
  }

  async open(parts: GenerationParts): Promise<void> {
    await this.#become({ kind: 'open', generation: this.#number, parts });
    collectSoon('minor');
  }

  async ask<Name extends QuestionName>(name: Name, ...rest: QuestionArguments<Name>): Promise<Answer<Name>> {
    const thread = leastBusy(this.#threads);
    const result = await this.#run(thread, { kind: 'ask', generation: this.#number, name, rest: portableQuestion(name, rest) });
    return restored(name, rest, (result as { answer: unknown }).answer);
  }

  async follow(state: TakenState): Promise<void> {
    await this.#become({ kind: 'follow', generation: this.#number, state });
  }

  async #run(thread: SearchThread, task: ThreadTask): Promise<ThreadResult> {
    const result = await thread.run(task);
    if (result !== null) this.#held.set(thread, result.heldBytes);
    return result;
  }

  /** Every thread does the task, which leaves all of them with the same generation. */
  async #become(task: ThreadTask): Promise<void> {
    const [facts] = await Promise.all(this.#threads.map((thread) => this.#run(thread, task)));
    this.#facts = facts as ThreadResult & GenerationFacts;
  }

  async prepareAs(other: ServedGeneration): Promise<void> {
    if (!(other instanceof ThreadedGeneration) || other.#threads !== this.#threads) return;
    const task: ThreadTask = { kind: 'prepareAs', generation: this.#number, other: other.#number };
    await Promise.all(this.#threads.map((thread) => thread.run(task)));
  }

  close(): void {
    // Whoever lost its thread has nothing to close.
    for (const thread of this.#threads) thread.run({ kind: 'close', generation: this.#number }).catch(() => null);
  }
}

import { Worker } from 'node:worker_threads';
import { collectSoon } from '#engine/index/collect-garbage.ts';
import type { TakenState } from '#engine/index/changes/tail.ts';
import type { Manifest } from '#engine/index/files/generation-files.ts';
import type { GenerationFacts, GenerationParts } from '#engine/search/generation/loaded-generation.ts';
import type { Answer, QuestionArguments, QuestionName } from '#engine/search/questions/questions.ts';
import type { ServedGeneration } from './served-generation.ts';
import { portableQuestion, restored } from './portable.ts';
import { youngThreadMegabytes } from '#engine/index/limits.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { Channel, threadLine } from '#process-kit/channel.ts';

export type ThreadTask =
  | { readonly kind: 'open'; readonly generation: number; readonly parts: GenerationParts }
  | { readonly kind: 'follow'; readonly generation: number; readonly state: TakenState }
  | { readonly kind: 'prepareAs'; readonly generation: number; readonly other: number }
  | { readonly kind: 'ask'; readonly generation: number; readonly name: QuestionName; readonly rest: readonly unknown[] }
  | { readonly kind: 'close'; readonly generation: number }
  | { readonly kind: 'end' };

interface Measured {
  readonly cachedBytes: number;
}
export type ThreadResult = (Measured & GenerationFacts) | (Measured & { readonly answer: unknown }) | null;

const threadProgram = new URL('thread-program.ts', import.meta.url);

class SearchThread {
  readonly #channel: Channel<ThreadTask, ThreadResult>;
  #isEnding = false;

  constructor(program: URL, onLost: (thread: SearchThread, error: Error) => void) {
    const worker = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: youngThreadMegabytes } });
    this.#channel = new Channel(threadLine(worker), {
      lost: (reason) => new SearchDownError(reason.message),
      onEnd: (reason) => this.#isEnding || onLost(this, reason),
    });
  }

  get waitingCount(): number {
    return this.#channel.waitingCount;
  }

  /** Rejects with `SearchDownError` when the thread is lost. */
  run(task: ThreadTask): Promise<ThreadResult> {
    return this.#channel.ask(task);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.run({ kind: 'end' }).catch(() => null);
    await this.#channel.ended();
  }
}

const leastBusy = (threads: readonly SearchThread[]): SearchThread =>
  threads.reduce((best, thread) => (thread.waitingCount < best.waitingCount ? thread : best));

/** Open in every search thread; the least busy one answers. */
class ThreadedGeneration implements ServedGeneration {
  readonly name: string;
  readonly manifest: Manifest;
  readonly #number: number;
  readonly #threads: readonly SearchThread[];
  #facts: GenerationFacts = { itemCount: 0, changedCount: 0, changeNumber: 0, tail: [], bytes: 0 };
  readonly #cachedBytes = new Map<SearchThread, number>();

  constructor(number: number, parts: GenerationParts, threads: readonly SearchThread[]) {
    this.#number = number;
    this.name = parts.name;
    this.manifest = parts.manifest;
    this.#threads = threads;
  }

  get facts(): GenerationFacts {
    return this.#facts;
  }

  get bytes(): number {
    return [...this.#cachedBytes.values()].reduce((sum, bytes) => sum + bytes, this.#facts.bytes);
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
    if (result !== null) this.#cachedBytes.set(thread, result.cachedBytes);
    return result;
  }

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

export class SearchThreads {
  readonly #count: number;
  readonly #onLost: (error: Error) => void;
  readonly #program: URL;
  #threads: readonly SearchThread[] = [];
  #opened = 0;

  /** If a thread dies, all opened generations are lost: `onLost` has to forget them. */
  constructor(count: number, onLost: (error: Error) => void, program = threadProgram) {
    this.#count = count;
    this.#onLost = onLost;
    this.#program = program;
  }

  async open(parts: GenerationParts): Promise<ServedGeneration> {
    if (this.#threads.length === 0) this.#start();
    const generation = new ThreadedGeneration((this.#opened += 1), parts, this.#threads);
    await generation.open(parts);
    return generation;
  }

  #start(): void {
    const onLost = (lost: SearchThread, error: Error): void => this.#lose(lost, error);
    this.#threads = Array.from({ length: this.#count }, () => new SearchThread(this.#program, onLost));
  }

  #lose(lost: SearchThread, error: Error): void {
    if (!this.#threads.includes(lost)) return;
    const others = this.#threads.filter((thread) => thread !== lost);
    this.#threads = [];
    this.#onLost(error);
    for (const thread of others) void thread.end();
  }

  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { answerOver, Channel } from './channel.ts';
import { portLine, threadLine } from './line.ts';

/** Items that justify starting a thread, which takes 0.1 s. */
export const asideAfterCount = 2_000;
/** Batches in flight; then the producer waits. */
const maxBatchesBehind = 20;
/** Megabytes of young generation. The default held 180 MB more. */
const youngMegabytes = 12;

export interface Collector<Thing, Result> {
  add(things: readonly Thing[]): void;
  finish(): Result | Promise<Result>;
}

interface AsideOptions<Settings, Thing, Result> {
  /** Structured-clone data only. */
  readonly settings: Settings;
  readonly open: (settings: Settings) => Collector<Thing, Result>;
  /** A program that calls `answerAsCollector` with the same `open`. */
  readonly program: URL;
  /** Default: all available processors. */
  readonly processorCount?: number;
}

type Task<Settings, Thing> =
  | { readonly kind: 'open'; readonly settings: Settings }
  | { readonly kind: 'add'; readonly things: readonly Thing[] }
  | { readonly kind: 'finish' };

/** Moves to a thread once there are many items and a second processor. */
export class CollectorAside<Settings, Thing, Result> {
  readonly #options: AsideOptions<Settings, Thing, Result>;
  /** In this thread with one processor. */
  #here: Collector<Thing, Result> | null;
  /** Until the number of items is known to be large. */
  readonly #held: (readonly Thing[])[] = [];
  #heldCount = 0;
  #worker: Worker | null = null;
  #channel: Channel<Task<Settings, Thing>, Result | null> | null = null;
  readonly #sent: Promise<unknown>[] = [];

  constructor(options: AsideOptions<Settings, Thing, Result>) {
    this.#options = options;
    this.#here = (options.processorCount ?? availableParallelism()) > 1 ? null : options.open(options.settings);
  }

  /** Resolves when more can be added; rejects if an earlier item failed. */
  async add(things: readonly Thing[]): Promise<void> {
    if (this.#here !== null) return this.#here.add(things);
    if (this.#channel !== null) return this.#send(this.#channel, things);
    this.#held.push(things);
    if ((this.#heldCount += things.length) < asideAfterCount) return;
    const channel = this.#start();
    for (const held of this.#held.splice(0)) await this.#send(channel, held);
  }

  #start(): Channel<Task<Settings, Thing>, Result | null> {
    this.#worker = new Worker(this.#options.program, { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
    this.#channel = new Channel(threadLine(this.#worker));
    this.#note(this.#channel.ask({ kind: 'open', settings: this.#options.settings }));
    return this.#channel;
  }

  async #send(channel: Channel<Task<Settings, Thing>, Result | null>, things: readonly Thing[]): Promise<void> {
    this.#note(channel.ask({ kind: 'add', things }));
    while (this.#sent.length > maxBatchesBehind) await this.#sent.shift();
  }

  #note(answered: Promise<unknown>): void {
    // Rejects pending calls.
    answered.catch(() => undefined);
    this.#sent.push(answered);
  }

  async finish(): Promise<Result> {
    if (this.#channel !== null) {
      this.#note(this.#channel.ask({ kind: 'finish' }));
      const result = (await Promise.all(this.#sent)).at(-1) as Result;
      await this.abandon();
      return result;
    }
    this.#here ??= this.#options.open(this.#options.settings);
    for (const held of this.#held.splice(0)) {
      this.#here.add(held);
      await nextTurn();
    }
    return this.#here.finish();
  }

  /** After this the thread does nothing more. */
  async abandon(): Promise<void> {
    await this.#worker?.terminate();
  }
}

export function answerAsCollector<Settings, Thing, Result>(open: (settings: Settings) => Collector<Thing, Result>): void {
  let collector: Collector<Thing, Result> | null = null;
  answerOver(portLine(parentPort), (task: Task<Settings, Thing>) => {
    if (task.kind === 'open') collector = open(task.settings);
    else if (task.kind === 'add') collector?.add(task.things);
    else return collector?.finish();
    return null;
  });
}

import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { answerOver, Channel } from './channel.ts';
import { portLine, threadLine } from './line.ts';

/** With so many things a thread is worth its start, which takes a tenth of a second. */
export const asideAfterCount = 2_000;
/** The thread may be so many batches behind; then whoever brings more waits. */
const maxBatchesBehind = 20;
/** Its room for what is young. What it gets is soon done with, and with as much as is usual it held 180 MB more. */
const youngMegabytes = 12;

/** Takes things in batches, and answers at the end. */
export interface Collector<Thing, Result> {
  add(things: readonly Thing[]): void;
  finish(): Result | Promise<Result>;
}

interface AsideOptions<Settings, Thing, Result> {
  /** These, the things and the result are plain data, as they go from thread to thread. */
  readonly settings: Settings;
  readonly open: (settings: Settings) => Collector<Thing, Result>;
  /** What the thread runs: it calls `answerAsCollector` with the same `open`. */
  readonly program: URL;
  /** As many as this process may use, unless a test says otherwise. */
  readonly processorCount?: number;
}

type Task<Settings, Thing> =
  | { readonly kind: 'open'; readonly settings: Settings }
  | { readonly kind: 'add'; readonly things: readonly Thing[] }
  | { readonly kind: 'finish' };

/** A collector that moves to a thread of its own once it gets many things and there is a processor for it. */
export class CollectorAside<Settings, Thing, Result> {
  readonly #options: AsideOptions<Settings, Thing, Result>;
  /** Where there is one processor, all is done here. */
  #here: Collector<Thing, Result> | null;
  /** Until it is known whether there will be many. */
  readonly #held: (readonly Thing[])[] = [];
  #heldCount = 0;
  #worker: Worker | null = null;
  #channel: Channel<Task<Settings, Thing>, Result | null> | null = null;
  /** What was sent last, in order. */
  readonly #sent: Promise<unknown>[] = [];

  constructor(options: AsideOptions<Settings, Thing, Result>) {
    this.#options = options;
    this.#here = (options.processorCount ?? availableParallelism()) > 1 ? null : options.open(options.settings);
  }

  /** Ends once more may be brought. Rejects when the collector has failed at something that came before. */
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
    // Whoever waits for it is told.
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

  /** Whatever the thread is doing, nothing is done by it when this returns. */
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

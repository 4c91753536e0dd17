import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { storedItem } from '#engine/index/stored-item.ts';
import { Channel, threadLine } from '#process-kit/channel.ts';
import { type SegmentSettings, SegmentWriter } from './segment-writer.ts';

/** Items that justify starting a thread, which takes 0.1 s. */
export const asideAfterCount = 2_000;
/** Batches in flight; then the producer waits. */
const maxBatchesBehind = 20;
/** Megabytes of young generation. The default held 180 MB more. */
const youngMegabytes = 12;

/** Fields of items as JSON. */
export type IndexTask =
  | { readonly kind: 'open'; readonly settings: SegmentSettings }
  | { readonly kind: 'add'; readonly fields: readonly string[] }
  | { readonly kind: 'finish' };

type IndexChannel = Channel<IndexTask, readonly string[] | null>;

export const addFields = (writer: SegmentWriter, fields: readonly string[]): void =>
  writer.add(fields.map((json) => storedItem('', json)));

/** Indexes in a thread of its own once there are many items and a second processor. */
export class IndexAside {
  readonly #settings: SegmentSettings;
  /** In this thread with one processor. */
  readonly #here: SegmentWriter | null;
  /** Until the number of items is known to be large. */
  readonly #waiting: (readonly string[])[] = [];
  #waitingCount = 0;
  #worker: Worker | null = null;
  #channel: IndexChannel | null = null;
  readonly #sent: Promise<unknown>[] = [];

  constructor(settings: SegmentSettings, processorCount = availableParallelism()) {
    this.#settings = settings;
    this.#here = processorCount > 1 ? null : new SegmentWriter(settings);
  }

  /** Resolves when more can be added; rejects if an earlier batch failed. */
  async add(fields: readonly string[]): Promise<void> {
    if (this.#here !== null) return addFields(this.#here, fields);
    if (this.#channel !== null) return this.#send(this.#channel, fields);
    this.#waiting.push(fields);
    if ((this.#waitingCount += fields.length) < asideAfterCount) return;
    const channel = this.#start();
    for (const batch of this.#waiting.splice(0)) await this.#send(channel, batch);
  }

  #start(): IndexChannel {
    const program = new URL('index-program.ts', import.meta.url);
    this.#worker = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
    this.#channel = new Channel(threadLine(this.#worker));
    this.#note(this.#channel.ask({ kind: 'open', settings: this.#settings }));
    return this.#channel;
  }

  async #send(channel: IndexChannel, fields: readonly string[]): Promise<void> {
    this.#note(channel.ask({ kind: 'add', fields }));
    while (this.#sent.length > maxBatchesBehind) await this.#sent.shift();
  }

  #note(answered: Promise<unknown>): void {
    // The next call rejects instead.
    answered.catch(() => undefined);
    this.#sent.push(answered);
  }

  /** Returns the names of the files. */
  async finish(): Promise<readonly string[]> {
    if (this.#channel !== null) {
      this.#note(this.#channel.ask({ kind: 'finish' }));
      const files = (await Promise.all(this.#sent)).at(-1) as readonly string[];
      await this.abandon();
      return files;
    }
    const writer = this.#here ?? new SegmentWriter(this.#settings);
    for (const batch of this.#waiting.splice(0)) {
      addFields(writer, batch);
      await nextTurn();
    }
    return writer.finish();
  }

  async abandon(): Promise<void> {
    await this.#worker?.terminate();
  }
}

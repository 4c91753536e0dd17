import { errorOf, type Failure, failureOf } from './failure.ts';
import type { Line } from './line.ts';

/** Every message carries its request's number. */
type Message =
  | { readonly kind: 'ask'; readonly number: number; readonly task: unknown }
  | { readonly kind: 'cancel'; readonly number: number }
  | { readonly kind: 'notice'; readonly number: number; readonly notice: unknown }
  | { readonly kind: 'done'; readonly number: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly failure: Failure };

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly onNotice: ((notice: never) => void) | undefined;
}

export interface Asked<Notice> {
  /** Progress before the response. */
  tell(notice: Notice): void;
  /** Aborted when the caller has given up. */
  readonly signal: AbortSignal;
}

interface AskOptions<Notice> {
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  /** The other side must still answer or fail. */
  readonly signal?: AbortSignal | undefined;
}

interface ChannelOptions {
  readonly answer?: (task: never, asked: Asked<never>) => unknown;
  /** Error of pending requests when the other side ends. */
  readonly lost?: (reason: Error) => Error;
  /** After pending requests were rejected. */
  readonly onEnd?: (reason: Error) => void;
}

/**
 * Concurrent requests between threads or processes, in both directions, started in order. Errors keep what `failure.ts` serialises. This
 * process stays alive while a response is pending.
 */
export class Channel<Task, Result, Notice = never> {
  readonly #line: Line;
  readonly #options: ChannelOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** Requests with an abort signal. */
  readonly #answering = new Map<number, AbortController>();
  readonly #ended: Promise<void>;
  #asked = 0;
  #end: Error | null = null;

  constructor(line: Line, options: ChannelOptions = {}) {
    this.#line = line;
    this.#options = options;
    line.unref();
    line.onMessage((message) => this.#take(message as Message));
    this.#ended = new Promise((resolve) =>
      line.onEnd((reason) => {
        this.#close(reason);
        resolve();
      }),
    );
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  get isOver(): boolean {
    return this.#end !== null;
  }

  /** After the other side ended; keeps this process alive. */
  ended(): Promise<void> {
    if (this.#end === null) this.#line.ref();
    return this.#ended;
  }

  ask<Answer extends Result = Result>(task: Task, { onNotice, signal }: AskOptions<Notice> = {}): Promise<Answer> {
    if (this.#end !== null) return Promise.reject(this.#end);
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    const number = (this.#asked += 1);
    const cancel = (): void => this.#send({ kind: 'cancel', number });
    signal?.addEventListener('abort', cancel, { once: true });
    const answered = new Promise<Answer>((resolve, reject) => {
      if (this.#waiting.size === 0) this.#line.ref();
      this.#waiting.set(number, { resolve, reject, onNotice });
      this.#send({ kind: 'ask', number, task });
    });
    return signal === undefined ? answered : answered.finally(() => signal.removeEventListener('abort', cancel));
  }

  #send(message: Message): void {
    if (this.#end === null) this.#line.send(message);
  }

  #take(message: Message): void {
    const { number } = message;
    switch (message.kind) {
      case 'ask':
        return this.#answer(number, message.task);
      case 'cancel':
        return this.#answering.get(number)?.abort();
      case 'notice':
        return this.#waiting.get(number)?.onNotice?.(message.notice as never);
      case 'done':
        return this.#settled(number)?.resolve(message.result as never);
      case 'failed':
        return this.#settled(number)?.reject(errorOf(message.failure));
    }
  }

  #settled(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) this.#line.unref();
    return waiting;
  }

  /** Synchronous results are sent at once. */
  #answer(number: number, task: unknown): void {
    const answering = this.#answering;
    const asked: Asked<unknown> = {
      tell: (notice) => this.#send({ kind: 'notice', number, notice }),
      get signal() {
        const cancel = answering.get(number) ?? new AbortController();
        answering.set(number, cancel);
        return cancel.signal;
      },
    };
    const succeeded = (result: unknown): void => this.#reply({ kind: 'done', number, result });
    const failed = (error: unknown): void => this.#reply({ kind: 'failed', number, failure: failureOf(error) });
    try {
      const result = this.#options.answer?.(task as never, asked as Asked<never>);
      if (result instanceof Promise) result.then(succeeded, failed);
      else succeeded(result);
    } catch (error) {
      failed(error);
    }
  }

  #reply(message: Message & { readonly kind: 'done' | 'failed' }): void {
    this.#answering.delete(message.number);
    this.#send(message);
  }

  #close(reason: Error): void {
    const error = this.#options.lost?.(reason) ?? reason;
    this.#end = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    for (const cancel of this.#answering.values()) cancel.abort();
    this.#options.onEnd?.(reason);
  }
}

export const answerOver = <Task>(line: Line, answer: (task: Task, asked: Asked<never>) => unknown): void =>
  void new Channel(line, { answer });

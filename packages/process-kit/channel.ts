import { errorOf, type Failure, failureOf } from './failure.ts';
import type { Line } from './line.ts';

/** What goes over the line: requests have numbers, and all that is said about one has its number. */
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
  /** Says something before the answer. */
  tell(notice: Notice): void;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

interface AskOptions<Notice> {
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  /** Tells the other side that the answer isn't wanted any more; it still has to give one, or fail. */
  readonly signal?: AbortSignal | undefined;
}

interface ChannelOptions {
  /** Answers the other side's requests. A side without it never gets one. */
  readonly answer?: (task: never, asked: Asked<never>) => unknown;
  /** What those who wait are told when the other side is gone. */
  readonly lost?: (reason: Error) => Error;
  /** After the other side is gone and everybody was told. */
  readonly onEnd?: (reason: Error) => void;
}

/**
 * Requests and answers between threads or processes, many at once, in either direction. Requests are begun in the order in which they
 * come. An error arrives with what `failure.ts` keeps of it. This process stays alive as long as it waits for an answer.
 */
export class Channel<Task, Result, Notice = never> {
  readonly #line: Line;
  readonly #options: ChannelOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** Of requests whose work looks whether it is still wanted. */
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

  /** Once the other side is gone; this process stays alive for it. */
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

  /** What is known at once is answered at once. */
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

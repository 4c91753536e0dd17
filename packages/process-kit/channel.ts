import type { ChildProcess } from 'node:child_process';
import type { MessagePort, Worker } from 'node:worker_threads';

/** Serialised error; otherwise only its message would survive. */
interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** From the operating system, Node or SQLite, such as `ENOSPC`. */
  readonly code?: string | number;
  /** SQLite's error number. */
  readonly errcode?: number;
  readonly errstr?: string;
  readonly cause?: Failure;
}

type ErrorClass = abstract new (...rest: never[]) => Error;

const crossing = new Map<string, ErrorClass>();

/** Both sides must load the file that registers the class, and the error's `name` must be the class name. */
export function keepErrorClass(errorClass: ErrorClass): void {
  crossing.set(errorClass.name, errorClass);
}

type Told = Error & Partial<Pick<Failure, 'code' | 'errcode' | 'errstr'>>;

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  const { name, message, stack, code, errcode, errstr, cause } = error as Told;
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(errcode !== undefined && { errcode }),
    ...(errstr !== undefined && { errstr }),
    ...(cause !== undefined && { cause: failureOf(cause) }),
  };
}

/** With its class if registered by `keepErrorClass`, and the other side's stack. */
export function errorOf({ cause, ...rest }: Failure): Error {
  const error = new Error(rest.message, cause === undefined ? undefined : { cause: errorOf(cause) });
  Object.assign(error, rest);
  const errorClass = crossing.get(rest.name);
  if (errorClass !== undefined) Object.setPrototypeOf(error, errorClass.prototype as object);
  return error;
}

export interface Line {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once when the other side ends, with the reason if known. */
  onEnd(listener: (reason: Error) => void): void;
  /** Keeps this process alive while a response is pending. */
  ref(): void;
  unref(): void;
}

export function threadLine(worker: Worker): Line {
  let reason = new Error('The thread has ended.');
  worker.on('error', (error: Error) => (reason = error));
  return {
    send: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    onEnd: (listener) => void worker.once('exit', () => listener(reason)),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}

export function childLine(child: ChildProcess): Line {
  let isOver = false;
  const end = (listener: (reason: Error) => void, reason: Error): void => {
    if (isOver) return;
    isOver = true;
    listener(reason);
  };
  return {
    // A dead child doesn't answer; its exit rejects pending requests.
    send: (message) => void child.send(message, () => undefined),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => {
      child.once('error', (error) => end(listener, error));
      child.once('exit', (code, signal) => end(listener, new Error(`The process has ended (${signal ?? code}).`)));
    },
    ref: () => {
      child.ref();
      child.channel?.ref();
    },
    unref: () => {
      child.unref();
      child.channel?.unref();
    },
  };
}

export function portLine(port: MessagePort | null): Line {
  if (port === null) throw new Error('This is the program of a thread.');
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    onEnd: (listener) => void port.once('close', () => listener(new Error('The thread that asks has ended.'))),
    ref: () => undefined,
    unref: () => undefined,
  };
}

export function parentLine(): Line {
  if (process.send === undefined) throw new Error('This is the program of a process that the server starts.');
  return {
    // The server is gone.
    send: (message) => void process.send?.(message, undefined, {}, () => undefined),
    onMessage: (listener) => void process.on('message', listener),
    onEnd: (listener) => void process.once('disconnect', () => listener(new Error('The process that asks has ended.'))),
    ref: () => undefined,
    unref: () => undefined,
  };
}

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
        return this.#takeWaiting(number)?.resolve(message.result as never);
      case 'failed':
        return this.#takeWaiting(number)?.reject(errorOf(message.failure));
    }
  }

  #takeWaiting(number: number): Waiting | undefined {
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

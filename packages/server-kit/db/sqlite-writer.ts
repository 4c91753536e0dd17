import { Worker } from 'node:worker_threads';
import { SqliteConnection, type StatementResult } from './sqlite-connection.ts';

/** What the thread is asked to run; null closes the file. */
export interface WriterRequest {
  readonly number: number;
  readonly statement: { readonly text: string; readonly parameters: readonly unknown[] } | null;
}

/** What is known of an error beside its message. */
export interface StatementFailure {
  readonly message: string;
  readonly code?: string;
  readonly errcode?: number;
  readonly errstr?: string;
}

export type WriterAnswer =
  | { readonly number: number; readonly result: StatementResult }
  | { readonly number: number; readonly failure: StatementFailure };

/** A connection that writes. */
export interface SqliteWriter {
  /** Whether it was lost, with the transaction that it had open. */
  readonly isOver: boolean;
  run(text: string, parameters: readonly unknown[]): Promise<StatementResult>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (error: Error) => void;
}

/** Writes in a thread of its own: a commit waits for the disk, as long as that takes, and no search waits for the commit. */
export class ThreadedWriter implements SqliteWriter {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #asked = 0;
  #isOver = false;

  constructor(file: string) {
    this.#worker = new Worker(new URL('sqlite-thread.ts', import.meta.url), { workerData: file });
    let failure = new Error('The thread that writes the database has ended.');
    this.#worker.unref();
    this.#worker.on('message', (answer: WriterAnswer) => this.#settle(answer));
    this.#worker.on('error', (error: Error) => (failure = error));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#isOver = true;
        for (const { reject } of this.#waiting.values()) reject(failure);
        this.#waiting.clear();
        resolve();
      });
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  run(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    return this.#ask({ text, parameters });
  }

  #ask(statement: WriterRequest['statement']): Promise<StatementResult> {
    if (this.#isOver) return Promise.reject(new Error('The thread that writes the database has ended.'));
    const number = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      // An idle thread doesn't keep the process alive.
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, statement } satisfies WriterRequest);
    });
  }

  #settle(answer: WriterAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('failure' in answer) waiting?.reject(Object.assign(new Error(answer.failure.message), answer.failure));
    else waiting?.resolve(answer.result);
  }

  async close(): Promise<void> {
    if (this.#isOver) return;
    await this.#ask(null);
    this.#worker.ref();
    await this.#ended;
  }
}

/** Writes at once, in this thread: for a database in memory, which no other thread can see. */
export class DirectWriter implements SqliteWriter {
  readonly isOver = false;
  readonly #connection: SqliteConnection;

  constructor(file: string) {
    this.#connection = SqliteConnection.forWriting(file);
  }

  async run(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    return this.#connection.run(text, parameters);
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}

import { Worker } from 'node:worker_threads';
import { Channel, threadLine } from '#process-kit/channel.ts';
import { SqliteConnection, type StatementResult } from './sqlite-connection.ts';

/** null closes the file. */
export type WriterTask = { readonly text: string; readonly parameters: readonly unknown[] } | null;

export interface SqliteWriter {
  /** Its open transaction is lost. */
  readonly isOver: boolean;
  run(text: string, parameters: readonly unknown[]): Promise<StatementResult>;
  close(): Promise<void>;
}

/** A commit waits for the disk without blocking searches. */
export class ThreadedWriter implements SqliteWriter {
  readonly #channel: Channel<WriterTask, StatementResult>;

  constructor(file: string) {
    const worker = new Worker(new URL('sqlite-thread.ts', import.meta.url), { workerData: file });
    const lost = ({ message }: Error): Error => new Error(`The thread that writes the database was lost. ${message}`);
    this.#channel = new Channel(threadLine(worker), { lost });
  }

  get isOver(): boolean {
    return this.#channel.isOver;
  }

  run(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    return this.#channel.ask({ text, parameters });
  }

  async close(): Promise<void> {
    if (this.isOver) return;
    await this.#channel.ask(null);
    await this.#channel.ended();
  }
}

/** For a database in memory, which no other thread can see. */
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

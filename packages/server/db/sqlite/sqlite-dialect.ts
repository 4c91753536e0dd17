import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteConnection, type StatementResult } from './sqlite-connection.ts';
import { isDiskFull, storageFailure } from '#process-kit/storage-failure.ts';
import { DatabaseDownError } from '#server/db/errors.ts';
import { fairTurns } from '#server/base/slices.ts';
import { DirectWriter, type SqliteWriter, ThreadedWriter } from './sqlite-writer.ts';

export const inMemory = ':memory:';

function resultOf<Row>({ rows, changes, lastInsertRowid }: StatementResult): QueryResult<Row> {
  return {
    rows: rows as Row[],
    ...(changes !== null && { numAffectedRows: BigInt(changes) }),
    ...(lastInsertRowid !== null && { insertId: BigInt(lastInsertRowid) }),
  };
}

class SqliteFile {
  readonly #file: string;
  #writer: SqliteWriter | null = null;
  #last: Promise<void> = Promise.resolve();
  #reader: SqliteConnection | null = null;
  /** Reading blocks the thread, so long reads yield. */
  readonly #breathe = fairTurns();

  constructor(file: string) {
    this.#file = file;
  }

  #newWriter(): SqliteWriter {
    return this.#file === inMemory ? new DirectWriter(this.#file) : new ThreadedWriter(this.#file);
  }

  /** Exclusive; release it. */
  async take(): Promise<{ writer: SqliteWriter; release: () => void }> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    // Its transaction was rolled back with its thread.
    if (this.#writer === null || this.#writer.isOver) this.#writer = this.#newWriter();
    return { writer: this.#writer, release: resolve };
  }

  async write(query: CompiledQuery): Promise<StatementResult> {
    const { writer, release } = await this.take();
    try {
      return await writer.run(query.sql, query.parameters);
    } finally {
      release();
    }
  }

  /** null: the query must wait for the writer. */
  async read(query: CompiledQuery): Promise<StatementResult | null> {
    if (this.#file === inMemory || !SelectQueryNode.is(query.query)) return null;
    await this.#breathe();
    this.#reader ??= SqliteConnection.forReading(this.#file);
    return this.#reader.run(query.sql, query.parameters);
  }

  async close(): Promise<void> {
    await this.#last;
    // The last to close checkpoints the log, which a reader can't.
    this.#reader?.close();
    await this.#writer?.close();
  }
}

/** Reads beside the writer until it begins a transaction. */
class FileConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  #held: Awaited<ReturnType<SqliteFile['take']>> | null = null;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** Throws `DatabaseDownError` for disk errors other than a full disk. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      if (this.#held !== null) return resultOf(await this.#held.writer.run(query.sql, query.parameters));
      return resultOf((await this.#file.read(query)) ?? (await this.#file.write(query)));
    } catch (error) {
      if (storageFailure(error) === null || isDiskFull(error)) throw error;
      throw new DatabaseDownError(error, 'The file of the database can not be read or written.');
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  async begin(): Promise<void> {
    this.#held = await this.#file.take();
    await this.executeQuery(CompiledQuery.raw('begin'));
  }

  release(): void {
    this.#held?.release();
    this.#held = null;
  }
}

class FileDriver implements Driver {
  readonly #path: string;
  readonly #isOnlyRead: boolean;
  #file: SqliteFile | null = null;

  constructor(path: string, isOnlyRead: boolean) {
    this.#path = path;
    this.#isOnlyRead = isOnlyRead;
  }

  async init(): Promise<void> {
    const file = new SqliteFile(this.#path);
    // Readers need an existing file.
    if (!this.#isOnlyRead) await file.write(CompiledQuery.raw('select 1'));
    this.#file = file;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#file === null) throw new Error('The database is not open.');
    return new FileConnection(this.#file);
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as FileConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as FileConnection).release();
  }

  async destroy(): Promise<void> {
    await this.#file?.close();
  }
}

class FileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Reads in the calling thread, writes in a thread of its own. `file` may be `:memory:`. With `isOnlyRead` the file must exist. */
export const sqliteDialect = (file: string, isOnlyRead = false): Dialect => ({
  createDriver: () => new FileDriver(file, isOnlyRead),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new FileAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

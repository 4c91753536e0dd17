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
import { isDiskFull } from '#process-kit/disk-full.ts';
import { storageFailure } from '#process-kit/storage-failure.ts';
import { DatabaseDownError } from '#server/db/errors.ts';
import { fairTurns } from '#server/slices.ts';
import { DirectWriter, type SqliteWriter, ThreadedWriter } from './sqlite-writer.ts';

/** A database that ends with its connection. */
export const inMemory = ':memory:';

function resultOf<Row>({ rows, changes, lastInsertRowid }: StatementResult): QueryResult<Row> {
  return {
    rows: rows as Row[],
    ...(changes !== null && { numAffectedRows: BigInt(changes) }),
    ...(lastInsertRowid !== null && { insertId: BigInt(lastInsertRowid) }),
  };
}

/** Who writes, one at a time, and who reads meanwhile. */
class SqliteFile {
  readonly #file: string;
  #writer: SqliteWriter;
  #last: Promise<void> = Promise.resolve();
  #reader: SqliteConnection | null = null;
  /** Reading holds up this thread and waits for nothing, so whoever reads in many parts would let nobody in between. */
  readonly #breathe = fairTurns();

  constructor(file: string) {
    this.#file = file;
    this.#writer = this.#newWriter();
  }

  #newWriter(): SqliteWriter {
    return this.#file === inMemory ? new DirectWriter(this.#file) : new ThreadedWriter(this.#file);
  }

  /** The writer, once nobody else has it. It has to be released. */
  async take(): Promise<{ writer: SqliteWriter; release: () => void }> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    // A transaction is lost with its thread, and rolled back; the next one starts over.
    if (this.#writer.isOver) this.#writer = this.#newWriter();
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

  /** null for a query that has to take its turn with those that write. */
  async read(query: CompiledQuery): Promise<StatementResult | null> {
    if (this.#file === inMemory || !SelectQueryNode.is(query.query)) return null;
    await this.#breathe();
    this.#reader ??= SqliteConnection.forReading(this.#file);
    return this.#reader.run(query.sql, query.parameters);
  }

  async close(): Promise<void> {
    const { writer, release } = await this.take();
    // Whoever closes a file last clears its log away, and that must not be the one that only reads.
    this.#reader?.close();
    await writer.close();
    release();
  }
}

/** As long as it has no transaction it reads beside the one that writes. */
class FileConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  #held: Awaited<ReturnType<SqliteFile['take']>> | null = null;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** Throws `DatabaseDownError` where the disk of the file fails otherwise than by being full. */
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
  #file: SqliteFile | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {
    const file = new SqliteFile(this.#path);
    // Before anybody reads, the file has to be there.
    await file.write(CompiledQuery.raw('select 1'));
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

  /** Migrations run in one transaction, so that one that is cut off leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite that is read where it is asked and written in a thread of its own. `file` may be `:memory:`. */
export const sqliteDialect = (file: string): Dialect => ({
  createDriver: () => new FileDriver(file),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new FileAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

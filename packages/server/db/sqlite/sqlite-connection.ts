import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

const busyTimeoutMilliseconds = 5000;
const rememberedStatements = 500;

export interface StatementResult {
  readonly rows: readonly unknown[];
  /** null for queries. */
  readonly changes: number | bigint | null;
  readonly lastInsertRowid: number | bigint | null;
}

const nothing: StatementResult = { rows: [], changes: null, lastInsertRowid: null };

/** Synchronous: blocks its thread. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  /** Preparing costs more than most queries. */
  readonly #statements = new LRUCache<string, StatementSync>({ max: rememberedStatements });

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** `file` may be `:memory:`. Commits are synced. */
  static forWriting(file: string): SqliteConnection {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMilliseconds });
    database.exec(
      'pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma temp_store=memory; pragma secure_delete=fast',
    );
    return new SqliteConnection(database);
  }

  /** Reads committed data without waiting for writers. The file must exist. */
  static forReading(file: string): SqliteConnection {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMilliseconds, readOnly: true });
    database.exec('pragma temp_store=memory');
    return new SqliteConnection(database);
  }

  run(text: string, parameters: readonly unknown[]): StatementResult {
    // SQLite rolls back by itself on a full disk; a second rollback would hide the cause.
    if (text === 'rollback' && !this.#database.isTransaction) return nothing;
    const statement = this.#prepared(text);
    const values = parameters as never[];
    if (statement.columns().length > 0) return { ...nothing, rows: statement.all(...values) };
    return { rows: [], ...statement.run(...values) };
  }

  #prepared(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  close(): void {
    this.#database.close();
  }
}

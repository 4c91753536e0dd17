import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

const busyTimeoutMilliseconds = 5000;
const rememberedStatements = 500;

export interface StatementResult {
  /** Empty for a statement that answers none. */
  readonly rows: readonly unknown[];
  /** null for a statement that answers rows. */
  readonly changes: number | bigint | null;
  readonly lastInsertRowid: number | bigint | null;
}

const nothing: StatementResult = { rows: [], changes: null, lastInsertRowid: null };

/** One connection to an SQLite file, which holds up the thread it is used in. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  /** Preparing costs more than most queries; the statements used last are kept. */
  readonly #statements = new LRUCache<string, StatementSync>({ max: rememberedStatements });

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** `file` may be `:memory:`. Every commit is on disk when it returns. */
  static forWriting(file: string): SqliteConnection {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMilliseconds });
    database.exec(
      'pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma temp_store=memory; pragma secure_delete=fast',
    );
    return new SqliteConnection(database);
  }

  /** Sees what was committed when a statement begins, and never waits for whoever writes. The file has to be there. */
  static forReading(file: string): SqliteConnection {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMilliseconds, readOnly: true });
    database.exec('pragma temp_store=memory');
    return new SqliteConnection(database);
  }

  run(text: string, parameters: readonly unknown[]): StatementResult {
    // A full disk has made SQLite do so by itself, and a second time would hide why.
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

import {
  sql,
  type KyselyPlugin,
  Kysely,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type Transaction,
  type TransactionBuilder,
  type UnknownRow,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { DatabaseKind } from './dialects.ts';
import { firstMigration, migrations } from './migrations/migrations.ts';
import type { Database, Schema } from './schema.ts';
import { DatabaseStartError } from './errors.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

const advice =
  'Use the transaction that was handed in, and hand it on to whatever is called. Past it, SQLite would wait for this very transaction for ever, and PostgreSQL for a second connection.';

interface OpenTransaction {
  isOpen: boolean;
}

/** Refuses statements that bypass the transaction they were begun in. */
class TransactionGuard implements KyselyPlugin {
  readonly #transactions = new AsyncLocalStorage<OpenTransaction>();

  assertOutside(what: string): void {
    if (this.#transactions.getStore()?.isOpen === true)
      throw new Error(`${what} was begun through the database inside a transaction. ${advice}`);
  }

  async inside<Done>(work: () => Promise<Done>): Promise<Done> {
    const transaction: OpenTransaction = { isOpen: true };
    try {
      return await this.#transactions.run(transaction, work);
    } finally {
      transaction.isOpen = false;
    }
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.assertOutside('A statement');
    return node;
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

/** Fails at once where a transaction would deadlock with itself. */
class GuardedDatabase extends Kysely<Schema> {
  readonly #guard: TransactionGuard;

  constructor({ dialect }: Pick<DatabaseKind, 'dialect'>) {
    const guard = new TransactionGuard();
    super({ dialect, plugins: [guard] });
    this.#guard = guard;
  }

  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async <Done>(work: (transaction: Transaction<Schema>) => Promise<Done>): Promise<Done> => {
      this.#guard.assertOutside('A transaction');
      return execute((transaction) => this.#guard.inside(() => work(transaction.withoutPlugins())));
    };
    return builder;
  }
}

type Migrations = Readonly<Record<string, Migration>>;

/**
 * Opens and migrates the database in one transaction. Throws `DatabaseStartError` when that fails, and for a damaged database
 * or one of a newer version.
 */
export async function openDatabase(kind: DatabaseKind, known: Migrations = migrations(kind.types)): Promise<Database> {
  kind.file?.check();
  const migrating = new GuardedDatabase({ dialect: kind.migrationDialect ?? kind.dialect });
  try {
    await migrate(migrating, kind, known);
  } catch (error) {
    await migrating.destroy();
    throw error;
  }
  if (kind.migrationDialect === null) return migrating;
  await migrating.destroy();
  return new GuardedDatabase(kind);
}

/** A database that another thread has opened. */
export const openReading = (kind: DatabaseKind): Database => new GuardedDatabase(kind);

/** Creates the tables as of a migration. Throws `DatabaseStartError`. */
export async function migrateTo(kind: DatabaseKind, migration: string): Promise<void> {
  const db = new GuardedDatabase({ dialect: kind.migrationDialect ?? kind.dialect });
  const { error } = await migratorOf(db, migrations(kind.types)).migrateTo(migration);
  await db.destroy();
  if (error) throw new DatabaseStartError('The tables could not be made; the database has to be an empty one.', { cause: error });
}

export const isKnownMigration = (kind: DatabaseKind, migration: string): boolean =>
  Object.hasOwn(migrations(kind.types), migration);

async function migrate(db: Database, kind: DatabaseKind, known: Migrations): Promise<void> {
  const done = await doneMigrations(db);
  refuseUnknown(done, known);
  const isNew = done.length === 0;
  if (!isNew && done.length < Object.keys(known).length) {
    await kind.file?.keepCopy(db);
    crashPoint('migration:copied');
  }
  const { error } = await migratorOf(db, known).migrateToLatest();
  if (error) {
    const restoring = isNew ? '' : ` ${kind.file?.restoring ?? ''}`;
    const said = error instanceof Error ? error.message : 'no reason was given';
    throw new DatabaseStartError(
      `The database could not be brought up to date, and was left as it was: ${said}.${restoring}`.trim(),
      { cause: error },
    );
  }
  crashPoint('migration:done');
  kind.file?.dropCopy();
}

async function doneMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function refuseUnknown(done: readonly string[], known: Migrations): void {
  const unknown = done.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return;
  throw new DatabaseStartError(
    done.includes(firstMigration)
      ? `The database was updated by a newer Aisle (${unknown.at(-1)}), and was left as it is; start that version or a newer one, or restore a backup from before the update.`
      : 'The database was written by an unreleased version of Aisle, which can not be updated, and was left as it is; set AISLE_DATA to an empty folder, with PostgreSQL also AISLE_DATABASE_URL to an empty database, and set up the server again.',
  );
}

const migratorOf = (db: Database, known: Migrations): Migrator =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(steps(known)) } });

const steps = (known: Migrations): Record<string, Migration> =>
  Object.fromEntries(Object.entries(known).map(([name, migration]) => [name, stepOf(migration)]));

const stepOf = ({ up }: Migration): Migration => ({
  async up(db) {
    await up(db);
    crashPoint('migration:stepDone');
  },
});

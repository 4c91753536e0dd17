import { parseArgs } from 'node:util';
import { runProgram, UsageError } from '#apps/server/backup/run-program.ts';
import { readConfig } from './config.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, ConfigError } from '#apps/server/config.ts';
import { databaseName, holdDataDirectory } from '#apps/server/data-directory.ts';
import { postgres } from '#server/db/dialects.ts';
import { isKnownMigration } from '#server/db/open-database.ts';
import { isPostgresEmpty } from '#server/db/postgres/postgres-snapshot.ts';
import { type Moved, MoveError, moveToPostgres } from '#server/db/sqlite/sqlite-to-postgres.ts';

/**
 * Moves SQLite to the configured empty PostgreSQL in one transaction; the source is only read. The server must be stopped.
 * Throws `ConfigError` and `MoveError`.
 */
async function moveDatabase(
  { dataDirectory, databaseUrl }: Pick<Config, 'dataDirectory' | 'databaseUrl'>,
  tell: (sentence: string) => void,
): Promise<Moved> {
  if (databaseUrl === null)
    throw new MoveError('Set AISLE_DATABASE_URL to the empty PostgreSQL that the server is going to use.');
  const file = path.join(dataDirectory, databaseName);
  if (!existsSync(file))
    throw new MoveError(
      `There is no SQLite database in ${dataDirectory}. Set AISLE_DATA to the data folder of the server. Moving from PostgreSQL to SQLite is not possible.`,
    );
  const held = holdDataDirectory(dataDirectory);
  try {
    const source = openSource(file);
    try {
      const migration = migrationOf(source);
      if (
        !isKnownMigration(
          postgres(databaseUrl, () => undefined),
          migration,
        )
      )
        throw new MoveError(
          'Another version of Aisle wrote the database. Nothing was moved. Move it with that version or a newer one.',
        );
      await refuseUnusable(databaseUrl);
      return await moveToPostgres(source, databaseUrl, migration, ({ table, rowCount }) => tell(`${table}: ${rowCount} rows`));
    } finally {
      source.close();
    }
  } finally {
    held.release();
  }
}

/** Read-only, at one moment. */
function openSource(file: string): DatabaseSync {
  const source = new DatabaseSync(file, { readOnly: true });
  source.exec('begin');
  const [check] = source.prepare('pragma quick_check(1)').all();
  if (check?.['quick_check'] === 'ok') return source;
  source.close();
  throw new MoveError(`The database ${file} is damaged. Nothing was moved. Restore a backup first.`);
}

function migrationOf(source: DatabaseSync): string {
  try {
    return String(source.prepare('select max(name) as name from kysely_migration').get()?.['name']);
  } catch {
    throw new MoveError('No server has ever started with this database, so there is nothing to move.');
  }
}

async function refuseUnusable(url: string): Promise<void> {
  const isEmpty = await isPostgresEmpty(url).catch((error: unknown) => {
    throw new ConfigError(
      `The PostgreSQL of AISLE_DATABASE_URL does not answer: ${(error as Error).message}. Nothing was moved.`,
    );
  });
  if (!isEmpty)
    throw new MoveError(
      'The database of AISLE_DATABASE_URL is not empty. Nothing was moved. Create a new one, and set AISLE_DATABASE_URL to it.',
    );
}

const usage =
  'Use: aisle move-database, with AISLE_DATA set to the data folder of the server and AISLE_DATABASE_URL to an empty PostgreSQL.';

await runProgram(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 0)
    throw new UsageError('Nothing can be given here; an address would be seen by whoever lists processes.');
  const { tables, mendedCount } = await moveDatabase(readConfig(process.env), (sentence) => console.log(sentence));
  const rowCount = tables.reduce((sum, table) => sum + table.rowCount, 0);
  console.log(`All ${rowCount} rows of ${tables.length} tables are in PostgreSQL, and were compared one by one.`);
  if (mendedCount > 0)
    console.log(`${mendedCount} texts had a zero character, which PostgreSQL can not keep; “\uFFFD” stands for it.`);
  console.log(
    'Start the server with AISLE_DATABASE_URL as it is set now, and with the same AISLE_DATA: items, indexes and keys stay there.',
  );
  console.log('The SQLite database was not changed; delete aisle.sqlite once all is well.');
});

import { parseArgs } from 'node:util';
import { runProgram, UsageError } from '#apps/server/backup/run-program.ts';
import { readConfig } from '#apps/server/config.ts';
import { moveDatabase } from '#apps/server/move-database/move-database.ts';

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

import { endsMigration, watched } from '#server-kit/db/testing/watched-database.ts';
import { sqlite } from '#server-kit/db/dialects.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';

/** Updates the database in the file that it is given, and is killed before the first migration is noted as done. */
const file = process.argv[2] ?? '';
const killed = watched(sqlite(file), (statement) => {
  if (endsMigration(statement)) process.kill(process.pid, 'SIGKILL');
});
await openDatabase(killed);

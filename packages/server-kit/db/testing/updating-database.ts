import { sqlite } from '#server-kit/db/dialects.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';

/** Updates the database in the file that it is given. It is killed at crash points. */
await (await openDatabase(sqlite(process.argv[2] ?? ''))).destroy();

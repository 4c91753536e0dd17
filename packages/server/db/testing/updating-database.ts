import { openDatabase } from '#server/db/open-database.ts';
import { kindOf } from '#testing/raw-database.ts';
import { nextVersion } from './next-version.ts';
import { watched } from './watched-database.ts';

/**
 * Updates the database of an address to an invented next version. Killed at crash points, or before the given write of the update.
 */
const [, , address = '', killedAt] = process.argv;
let writes = 0;
const kind = watched(kindOf(address), (statement) => {
  if (/^\s*(?:create|alter|insert|update|delete|commit)/.test(statement)) writes += 1;
  if (writes === Number(killedAt)) process.kill(process.pid, 'SIGKILL');
});
await (await openDatabase(kind, nextVersion(kind.types))).destroy();
console.log(writes);

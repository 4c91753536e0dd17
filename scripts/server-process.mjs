import path from 'node:path';
import { environment } from './places.mjs';

/** In megabytes, three times: calls leave little behind, and with as much as is usual their garbage takes more memory than an index. */
const youngMegabytes = 16;
/** Arrays from this size on are given back to the system when they are gone; otherwise glibc keeps an index that nobody searches any more. */
const mappedBytes = 256 * 1024;

export const serverProgram = path.join('apps', 'server', 'main.ts');
/** Commands that work on the data of a server, built beside it. */
export const commandPrograms = ['backup', 'restore', 'project', 'move-database'].map((name) =>
  path.join('apps', 'server', `${name}.ts`),
);
/** What `bundle-server.mjs` writes. */
export const builtServer = path.join('apps', 'server', 'dist', 'main.js');

/** Tests start each of these many times. */
export const testPrograms = [
  'packages/engine/testing/crashing-engine.ts',
  'packages/server/db/testing/updating-database.ts',
  'packages/server/rules/releases/testing/crashing-releases.ts',
];
/** What `bundle-server.mjs` makes of them. */
export const builtTestPrograms = path.join('.cache', 'programs');

/** `npm test` and `npm run bench` build the server and say so; by themselves, tests run it from its sources. */
export const isServerBuilt = process.env.AISLE_SERVER_IS_BUILT === 'yes';

/** How the server is started, wherever it is: built, or from its sources. */
export const serverArguments = ({ isBuilt }) => [
  `--max-semi-space-size=${youngMegabytes}`,
  isBuilt ? builtServer : serverProgram,
];
export const serverEnvironment = {
  NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE,
  MALLOC_MMAP_THRESHOLD_: String(mappedBytes),
};

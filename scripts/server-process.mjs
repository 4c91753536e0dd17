import path from 'node:path';
import { environment } from './places.mjs';

/** Megabytes. With V8's default, garbage of calls takes more memory than an index. */
const youngMegabytes = 16;
/** Bytes. glibc returns larger arrays to the system at once; otherwise it keeps the memory of unloaded indexes. */
const mappedBytes = 256 * 1024;

export const serverProgram = path.join('apps', 'server', 'main.ts');
export const commandPrograms = ['backup', 'restore', 'project', 'move-database'].map((name) =>
  path.join('apps', 'server', `${name}.ts`),
);
export const builtServer = path.join('apps', 'server', 'dist', 'main.js');

export const testPrograms = [
  'packages/engine/testing/crashing-engine.ts',
  'packages/server/db/testing/updating-database.ts',
  'packages/server/rules/releases/testing/crashing-releases.ts',
];
export const builtTestPrograms = path.join('.cache', 'programs');

/** `npm test` and `npm run bench` build the server and say so; by themselves, tests run it from its sources. */
export const isServerBuilt = process.env.AISLE_SERVER_IS_BUILT === 'yes';

export const serverArguments = ({ isBuilt }) => [
  `--max-semi-space-size=${youngMegabytes}`,
  isBuilt ? builtServer : serverProgram,
];
export const serverEnvironment = {
  NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE,
  MALLOC_MMAP_THRESHOLD_: String(mappedBytes),
};

import { buildConsole } from './console-build.mjs';
import { buildServer } from './server-build.mjs';

/** Builds what `npm start` runs; `isForced` builds also what is there already. */
export async function buildAll(how) {
  await buildServer(how);
  await buildConsole(how);
}

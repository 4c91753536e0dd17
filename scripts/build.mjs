import { buildClients } from './clients-build.mjs';
import { buildConsole } from './console-build.mjs';
import { buildPlugin } from './plugin-build.mjs';
import { buildServer } from './server-build.mjs';

/** Builds what `npm start` runs; `isForced` builds also what is there already. */
export async function buildAll(how) {
  await buildServer(how);
  await buildPlugin(how);
  await buildClients(how);
  await buildConsole(how);
}

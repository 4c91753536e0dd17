import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtServer, builtTestPrograms, isServerBuilt, testPrograms } from '#scripts/server-process.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** Falls back to the source. */
export function builtOf(source: string): string {
  const isOfTests = testPrograms.includes(path.relative(root, source));
  if (!isServerBuilt || !source.endsWith('.ts') || (source.includes('/testing/') && !isOfTests)) return source;
  const folder = isOfTests ? builtTestPrograms : path.dirname(builtServer);
  const built = path.join(root, folder, `${path.basename(source, '.ts')}.js`);
  return existsSync(built) ? built : source;
}

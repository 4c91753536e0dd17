import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';

/**
 * Runs `build` unless `product` was built from the same `sources` before. Sources are files and folders from the root; files whose name
 * matches `left` don't count.
 */
export async function builtOnce({ name, sources, left, product, isForced }, build) {
  const stamp = path.join(root, '.cache', `${name}.stamp`);
  const key = digest(sources.flatMap((source) => filesUnder(source, left)));
  const isCurrent = existsSync(path.join(root, product)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key;
  if (isCurrent && !isForced) return;
  console.error(`Building the ${name} …`);
  await build();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, key);
}

function filesUnder(relativePath, left) {
  const place = path.join(root, relativePath);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && !left.test(name))
    .flatMap(({ name }) => filesUnder(path.join(relativePath, name), left));
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

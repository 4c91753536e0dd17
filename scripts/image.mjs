import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';
import { builtServer } from './server-process.mjs';

/*
 * Puts what a built server needs to run, and nothing else, into the folder that is given: what it was built of, the packages that it
 * loads, and what these load. Most packages of this project are of the console, which is built, or of its tools.
 */

const target = process.argv[2];
if (target === undefined || existsSync(target)) {
  console.error('Use: node scripts/image.mjs <folder that is not there yet>');
  process.exit(1);
}

const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { name, version, type, license, imports, dependencies } = read('package.json');
const { packages } = read('package-lock.json');
/** The pages of `/docs`. */
const documents = readdirSync(path.join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => path.join('docs', file));
const locales = readdirSync(path.join(root, 'apps', 'console', 'locales')).map((file) =>
  path.join('apps', 'console', 'locales', file),
);

mkdirSync(target, { recursive: true });
writeFileSync(
  path.join(target, 'package.json'),
  `${JSON.stringify({ name, version, private: true, type, license, imports }, null, 2)}\n`,
);
for (const place of [
  'LICENSE',
  ...documents,
  path.dirname(builtServer),
  path.join('apps', 'console', 'dist'),
  path.join('packages', 'plugin', 'dist'),
  path.join('packages', 'clients', 'dist'),
  ...locales,
  ...loadedPackages(),
])
  cpSync(path.join(root, place), path.join(target, place), { recursive: true });

/** The folders of all packages that the built server loads, by themselves or by others. */
function loadedPackages() {
  const folder = path.join(root, path.dirname(builtServer));
  const code = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const isLoaded = (one) =>
    code.some((text) => new RegExp(`(?:from |import\\(|import )["']${RegExp.escape(one)}["'/]`).test(text));
  const found = new Set();
  const take = (from, wanted) => {
    const place = resolved(from, wanted);
    if (place === null || found.has(place)) return;
    found.add(place);
    const { dependencies: own, optionalDependencies, peerDependencies } = packages[place];
    for (const next of Object.keys({ ...own, ...optionalDependencies, ...peerDependencies })) take(place, next);
  };
  for (const one of Object.keys(dependencies).filter(isLoaded)) take('', one);
  // A package within another one comes along with it.
  return [...found].filter((place) => ![...found].some((other) => place.startsWith(`${other}/`)));
}

/** As Node looks: beside the package, then further up. null for one that is not installed, as it is for another platform. */
function resolved(from, wanted) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const found = path.posix.join(place, 'node_modules', wanted);
    if (packages[found] !== undefined && existsSync(path.join(root, found))) return found;
    if (place === '') return null;
  }
}

import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installedPackages } from './bundle-server.mjs';
import { root } from './places.mjs';
import { mustRun, timed } from './processes.mjs';

const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { name, version, type, license, description, imports } = read('package.json');
const { packages } = read('package-lock.json');

/** Returns the path of `aisle-<version>.tgz`. */
export async function pack() {
  const file = path.join(root, `${name}-${version}.tgz`);
  await timed('pack', async () => {
    // npm expects this folder in a package.
    const target = path.join(root, '.cache', 'release', 'package');
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    for (const place of places()) cpSync(path.join(root, place), path.join(target, place), { recursive: true });
    cpSync(path.join(root, 'scripts/aisle.mjs'), path.join(target, 'aisle.mjs'));
    chmodSync(path.join(target, 'aisle.mjs'), 0o755);
    for (const one of ['swagger-ui.css', 'swagger-ui-bundle.js'])
      cpSync(path.join(root, 'node_modules/@fastify/swagger-ui/static', one), path.join(target, 'swagger', one));
    writeFileSync(path.join(target, 'THIRD-PARTY-LICENSES.txt'), licenses());
    const dependencies = Object.fromEntries(installedPackages.map((one) => [one, packages[`node_modules/${one}`].version]));
    const manifest = {
      name,
      version,
      private: true,
      description,
      type,
      license,
      imports: { ...imports, '#swagger/*': './swagger/*' },
      engines: { node: '>=24' },
      bin: { aisle: 'aisle.mjs' },
      dependencies,
    };
    writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await mustRun('tar', ['-czf', file, '-C', path.dirname(target), 'package']);
  });
  console.error(`${path.relative(process.cwd(), file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  return file;
}

function places() {
  const inFolder = (folder) => readdirSync(path.join(root, folder)).map((file) => path.join(folder, file));
  return [
    'LICENSE',
    'CHANGELOG.md',
    // Served at `/docs`.
    ...inFolder('docs').filter((file) => file.endsWith('.md')),
    'apps/server/dist',
    'apps/console/dist',
    'packages/plugin/dist',
    'packages/clients/dist',
    ...inFolder('apps/console/locales'),
  ];
}

function licenses() {
  const texts = Object.keys(packages).flatMap((place) => {
    const folder = path.join(root, place);
    if (place === '' || packages[place].dev || !existsSync(folder)) return [];
    const found = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file) && statSync(path.join(folder, file)).isFile());
    const text =
      found === undefined ? `Licence: ${packages[place].license}` : readFileSync(path.join(folder, found), 'utf8').trim();
    return [`${place.replace(/^.*node_modules\//, '')} ${packages[place].version}\n\n${text}\n`];
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { outerPath, root } from '#scripts/places.mjs';
import { capture } from '#scripts/processes.mjs';

/** Installed on first use: larger than all packages of the server. */
const versions = { lighthouse: '13.5.0' };
const installSeconds = 300;

export async function prepareBenchPackage(name) {
  const version = versions[name];
  const folder = path.join(root, '.cache', `${path.basename(name)}-${version}`);
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) {
    console.log(`Installing ${name} ${version} …`);
    mkdirSync(folder, { recursive: true });
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const install = ['install', '--prefix', folder, ...quiet, `${name}@${version}`];
    const { isOk, output } = await capture('npm', install, { env: { PATH: outerPath }, maxSeconds: installSeconds });
    if (!isOk) throw new Error(`${name} can't be installed: ${output}`);
  }
  return createRequire(manifest).resolve(name);
}

import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { outerPath, root } from './places.mjs';
import { capture } from './processes.mjs';

const version = '13.5.0';
const installSeconds = 300;

/**
 * The module of Lighthouse. It and what it needs are 176 MB, six times what the server needs, so it is no package of this project: it is
 * put into a folder of its own when somebody asks for it first.
 */
export async function prepareLighthouse() {
  const folder = path.join(root, '.cache', `lighthouse-${version}`);
  const module = path.join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (existsSync(module)) return module;
  console.log(`Installing Lighthouse ${version} …`);
  mkdirSync(folder, { recursive: true });
  const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `lighthouse@${version}`];
  const { isOk, output } = await capture('npm', install, { env: { PATH: outerPath }, maxSeconds: installSeconds });
  if (!isOk) throw new Error(`Lighthouse can't be installed: ${output}`);
  return module;
}

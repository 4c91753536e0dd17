import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';

/** Where a file begins to be long. At 400 lines the linter refuses it. */
const warningLines = 200;
/** Tables and tests are read by looking up, not from top to bottom. */
const mayBeLong = /\.test\.|\.e2e\.|\/(locales|migrations|departments|drawings)\//;

/** Says which files are getting long. Fails nothing. */
export function noteLongFiles() {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' });
  const long = (stdout ?? '')
    .split('\n')
    .filter((file) => file !== '' && !mayBeLong.test(file) && existsSync(path.join(root, file)))
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > warningLines);
  for (const { file, lines } of long) console.log(`! ${file} has ${lines} lines; split it before it has 400.`);
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** null on machines without the data sets beside the checkout. */
export function sharedData(relativePath: string): string | null {
  const file = path.join(root, '..', 'shared', 'data', relativePath);
  if (existsSync(file)) return file;
  if (process.env.CI) throw new Error(`${relativePath} is missing beside the checkout, and nothing may be skipped in CI.`);
  return null;
}

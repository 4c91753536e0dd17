import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Filled<Kept> {
  readonly folder: string;
  readonly kept: Kept;
}

const newFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'aisle-test-'));

/**
 * Answers copies of a data folder that is filled once for all test files of a worker. `fill` answers what is kept along with it, and has
 * closed by then whatever it ran on the folder.
 */
export function copiesOfFolder<Kept>(fill: (folder: string) => Promise<Kept>): () => Promise<Filled<Kept>> {
  const fillOnce = async (): Promise<Filled<Kept>> => {
    const folder = await newFolder();
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return { folder, kept: await fill(folder) };
  };
  let filled: Promise<Filled<Kept>> | undefined;
  return async () => {
    const { folder, kept } = await (filled ??= fillOnce());
    const copy = await newFolder();
    await cp(folder, copy, { recursive: true });
    return { folder: copy, kept };
  };
}

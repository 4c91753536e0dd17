import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export async function textsIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')));
  return texts.join('\n');
}

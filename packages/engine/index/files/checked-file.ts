import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { replaceFile, replaceFileAside } from '#process-kit/durable-files.ts';

/** A small JSON file that knows when a byte of it was changed. */
interface Checked<Value> {
  readonly checksum: number;
  readonly content: Value;
}

const checkedText = (content: object): string =>
  JSON.stringify({ checksum: crc32(JSON.stringify(content)), content } satisfies Checked<object>);

export const writeChecked = (file: string, content: object): void => replaceFile(file, checkedText(content));

/** As `writeChecked`, without holding up searches. */
export const writeCheckedAside = (file: string, content: object): Promise<void> => replaceFileAside(file, checkedText(content));

/** null when the file is absent or damaged. */
export function readChecked<Value>(file: string): Value | null {
  try {
    const { checksum, content } = JSON.parse(readFileSync(file, 'utf8')) as Checked<Value>;
    return crc32(JSON.stringify(content)) === checksum ? content : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return null;
    throw error;
  }
}

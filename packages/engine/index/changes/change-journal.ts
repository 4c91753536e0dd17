import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { replaceFile } from '#process-kit/durable-files.ts';
import type { ChangedItem } from './change-log.ts';

/** The journal is rewritten once its stale entries exceed so many bytes. */
const spareBytes = 16 * 1024 * 1024;

const lineOf = (changed: readonly ChangedItem[]): string => {
  const text = JSON.stringify(changed);
  return `${crc32(text)} ${text}\n`;
};

/** null for a line that is not what was written. */
function changedIn(line: string): ChangedItem[] | null {
  const end = line.indexOf(' ');
  const text = line.slice(end + 1);
  return end > 0 && String(crc32(text)) === line.slice(0, end) ? (JSON.parse(text) as ChangedItem[]) : null;
}

export interface JournalContent {
  /** The newest state of each item, as far as it can be read. */
  readonly changed: readonly ChangedItem[];
  /** Whether all of it can be read, to its end. */
  readonly isWhole: boolean;
}

/** SQLite passes over what follows a damaged page of its log. Never synced: what a power cut takes of it, the log has. */
export class ChangeJournal {
  readonly #file: string;
  #spare = 0;
  #isBehind = false;

  constructor(file: string) {
    this.#file = file;
  }

  read(): JournalContent {
    if (!existsSync(this.#file)) return { changed: [], isWhole: false };
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    // What stands after the last line end was cut off.
    const isEnded = lines.pop() === '';
    const parts = lines.map(changedIn);
    const newest = new Map<string, ChangedItem>();
    for (const changed of parts) for (const one of changed ?? []) newest.set(one.id, one);
    return { changed: [...newest.values()], isWhole: isEnded && !parts.includes(null) };
  }

  /** Notes what the log has by now; `all` answers the whole log, for when the journal has grown too long or missed something. */
  append(changed: readonly ChangedItem[], all: () => readonly ChangedItem[]): void {
    const line = lineOf(changed);
    this.#spare += line.length;
    if (this.#isBehind || this.#spare > spareBytes) this.write(all());
    else this.#tryWriting(() => appendFileSync(this.#file, line));
  }

  write(all: readonly ChangedItem[]): void {
    this.#tryWriting(() => {
      replaceFile(this.#file, lineOf(all));
      this.#isBehind = false;
      this.#spare = 0;
    });
  }

  /** The log has the changes, so a failure costs nothing: the journal is written whole with the next change. */
  #tryWriting(write: () => void): void {
    try {
      write();
    } catch {
      this.#isBehind = true;
    }
  }
}

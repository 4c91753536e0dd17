import path from 'node:path';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { DamagedFileError } from '#engine/index/files/checksums.ts';
import { changesFile, journalFile } from '#engine/index/files/generation-files.ts';
import { removeDatabase } from '#engine/index/files/databases.ts';
import { type ChangedItem, ChangeLog } from './change-log.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { replaceFile } from '#process-kit/durable-files.ts';

/** The journal is rewritten once its stale entries exceed so many bytes. */
const spareBytes = 16 * 1024 * 1024;

const lineOf = (changed: readonly ChangedItem[]): string => {
  const text = JSON.stringify(changed);
  return `${crc32(text)} ${text}\n`;
};

function changedIn(line: string): ChangedItem[] | null {
  const end = line.indexOf(' ');
  const text = line.slice(end + 1);
  return end > 0 && String(crc32(text)) === line.slice(0, end) ? (JSON.parse(text) as ChangedItem[]) : null;
}

export interface JournalContent {
  readonly changed: readonly ChangedItem[];
  readonly isWhole: boolean;
}

/** SQLite ignores what follows a damaged page of its log, so there is this copy. Never synced: after a power cut the log has it. */
class ChangeJournal {
  readonly #file: string;
  #spare = 0;
  #isBehind = false;

  constructor(file: string) {
    this.#file = file;
  }

  read(): JournalContent {
    if (!existsSync(this.#file)) return { changed: [], isWhole: false };
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    // A last line without its end was cut off.
    const isEnded = lines.pop() === '';
    const parts = lines.map(changedIn);
    const newest = new Map<string, ChangedItem>();
    for (const changed of parts) for (const one of changed ?? []) newest.set(one.id, one);
    return { changed: [...newest.values()], isWhole: isEnded && !parts.includes(null) };
  }

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

  /** A failure costs nothing: the journal is written whole with the next change. */
  #tryWriting(write: () => void): void {
    try {
      write();
    } catch {
      this.#isBehind = true;
    }
  }
}

function wholeLog(file: string): ChangeLog | null {
  let log: ChangeLog | null = null;
  try {
    log = new ChangeLog(file);
    log.check();
    return log;
  } catch (error) {
    log?.close();
    if (error instanceof DamagedFileError) return null;
    throw error;
  }
}

/** Kept twice, in the log and its journal; each is restored from the other. */
export class KeptChanges {
  readonly #log: ChangeLog;
  readonly #journal: ChangeJournal;
  readonly problems: readonly string[];

  constructor(folder: string) {
    const file = path.join(folder, changesFile);
    const problems: string[] = [];
    this.problems = problems;
    this.#journal = new ChangeJournal(path.join(folder, journalFile));
    const { changed, isWhole } = this.#journal.read();
    const whole = wholeLog(file);
    // A log that can't be read is made again.
    if (whole === null) removeDatabase(file);
    this.#log = whole ?? new ChangeLog(file);
    try {
      const newest = changed.reduce((most, { number }) => Math.max(most, number), 0);
      const missed = newest - this.#log.newest;
      if (missed > 0) {
        this.#log.replaceAll(changed);
        problems.push(
          `The log of single changes in ${folder} was damaged; it is written again from its journal, up to change ${newest}.`,
        );
      }
      if (whole === null && !isWhole)
        problems.push(`The log of single changes in ${folder} and its journal are damaged. Changes are lost.`);
      else if (!isWhole || missed < 0) this.#journal.write(this.#log.all());
    } catch (error) {
      this.#log.close();
      throw error;
    }
  }

  get newest(): number {
    return this.#log.newest;
  }

  all(): ChangedItem[] {
    return this.#log.all();
  }

  get(id: string): ChangedItem | undefined {
    return this.#log.get(id);
  }

  write(changed: readonly ChangedItem[]): void {
    this.#log.write(changed);
    crashPoint('changes:logged');
    this.#journal.append(changed, () => this.#log.all());
  }

  close(): void {
    this.#log.close();
  }
}

import path from 'node:path';
import { DamagedFileError } from '#engine/index/files/damaged-file.ts';
import { changesFile, journalFile } from '#engine/index/files/generation-files.ts';
import { removeDatabase } from '#engine/index/files/stored-database.ts';
import { ChangeJournal } from './change-journal.ts';
import { type ChangedItem, ChangeLog } from './change-log.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** The log as it can be read; null when it is damaged. */
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

/** What was changed in a generation, kept twice: in the log that counts, and in its journal. Each is mended from the other one. */
export class KeptChanges {
  readonly #log: ChangeLog;
  readonly #journal: ChangeJournal;
  /** What was found damaged, and what was done about it. */
  readonly told: readonly string[];

  constructor(folder: string) {
    const file = path.join(folder, changesFile);
    const told: string[] = [];
    this.told = told;
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
        told.push(
          `The log of single changes in ${folder} was damaged; it is written again from its journal, up to change ${newest}.`,
        );
      }
      if (whole === null && !isWhole)
        told.push(`The log of single changes in ${folder} and its journal are damaged. Changes are lost.`);
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

  /** Durable when it returns. */
  write(changed: readonly ChangedItem[]): void {
    this.#log.write(changed);
    crashPoint('changes:logged');
    this.#journal.append(changed, () => this.#log.all());
  }

  close(): void {
    this.#log.close();
  }
}

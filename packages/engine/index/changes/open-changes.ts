import type { ChangedGeneration } from '#engine/index/files/generation-files.ts';
import { isDiskFull } from '#process-kit/disk-full.ts';
import { GenerationChanges } from './generation-changes.ts';

interface Opened {
  readonly changes: Promise<GenerationChanges>;
  /** Closes them; set once they are open. */
  timer: NodeJS.Timeout | null;
}

/** What nobody asks about for a while is closed, so that many shops hold only the files that are changed just now. */
export class OpenChanges {
  readonly #idleMs: number;
  readonly #opened = new Map<string, Opened>();

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  async with<Result>(generation: ChangedGeneration, work: (changes: GenerationChanges) => Result): Promise<Result> {
    const changes = await this.#open(generation);
    try {
      return work(changes);
    } catch (error) {
      // What the index lacks, the log may have: the next request rereads it. A full disk refuses the log alone.
      if (!isDiskFull(error)) await this.close(generation);
      throw error;
    }
  }

  #open(generation: ChangedGeneration): Promise<GenerationChanges> {
    const known = this.#opened.get(generation.folder);
    if (known !== undefined) {
      known.timer?.refresh();
      return known.changes;
    }
    const opened: Opened = { changes: GenerationChanges.open(generation), timer: null };
    this.#opened.set(generation.folder, opened);
    const idle = (): void => void this.close(generation);
    return opened.changes.then(
      (changes) => {
        if (this.#opened.get(generation.folder) === opened) opened.timer = setTimeout(idle, this.#idleMs).unref();
        return changes;
      },
      (error: unknown) => {
        this.#opened.delete(generation.folder);
        throw error;
      },
    );
  }

  async close({ folder }: ChangedGeneration): Promise<void> {
    const opened = this.#opened.get(folder);
    this.#opened.delete(folder);
    if (opened === undefined) return;
    if (opened.timer !== null) clearTimeout(opened.timer);
    (await opened.changes).close();
  }
}

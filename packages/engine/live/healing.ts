import { DamagedFileError } from '#engine/index/files/checksums.ts';
import type { LivePointer } from '#engine/index/files/generation-files.ts';
import { rebuildAgainAfterMs } from '#engine/index/limits.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { ServedGeneration } from './threads/served-generation.ts';

interface HealingOptions {
  readonly load: (collection: string, generation: string) => Promise<ServedGeneration>;
  /** Rejects with `DamagedFileError` when they can't be read either. */
  readonly rebuild: (collection: string, live: LivePointer) => Promise<ServedGeneration>;
  readonly fallBack: (collection: string, live: LivePointer) => Promise<ServedGeneration | null>;
  readonly onProblem: (message: string) => void;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Each damaged generation is rebuilt and reported once. */
export class Healing {
  readonly #options: HealingOptions;
  readonly #rebuilds = new Map<string, Promise<ServedGeneration>>();

  constructor(options: HealingOptions) {
    this.#options = options;
  }

  async heal(collection: string, live: LivePointer, error: DamagedFileError): Promise<ServedGeneration> {
    const rebuilt = this.#rebuiltOnce(collection, live, error);
    if (live.previous === null) return rebuilt;
    try {
      return await this.#options.load(collection, live.previous);
    } catch {
      return rebuilt;
    }
  }

  #rebuiltOnce(collection: string, live: LivePointer, error: DamagedFileError): Promise<ServedGeneration> {
    const known = this.#rebuilds.get(live.current);
    if (known !== undefined) return known;
    this.#options.onProblem(`The live generation of ${collection} can't be read and is built again: ${error.message}`);
    const rebuilt = this.#rebuilt(collection, live);
    this.#rebuilds.set(live.current, rebuilt);
    // What hindered it, such as a full disk, may be gone after a while.
    rebuilt.catch(() => setTimeout(() => this.#rebuilds.delete(live.current), rebuildAgainAfterMs).unref());
    return rebuilt;
  }

  async #rebuilt(collection: string, live: LivePointer): Promise<ServedGeneration> {
    try {
      return await this.#options.rebuild(collection, live);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) {
        this.#options.onProblem(`The live generation of ${collection} can't be built again now: ${reasonOf(error)}`);
        throw new SearchDownError(`The index of ${collection} is damaged and can't be built again now.`, { cause: error });
      }
      const serving = await this.#options.fallBack(collection, live);
      const damage = `The live generation of ${collection} can't be built again: ${error.message}`;
      const way = 'Import the feeds of the collection again, or restore the data folder from a backup.';
      this.#options.onProblem(
        serving === null ? `${damage} Nothing serves. ${way}` : `${damage} The one before it, ${serving.name}, serves. ${way}`,
      );
      if (serving !== null) return serving;
      throw new SearchDownError(`The index of ${collection} is damaged. ${way}`, { cause: error });
    }
  }
}

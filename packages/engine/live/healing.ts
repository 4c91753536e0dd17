import { DamagedFileError } from '#engine/index/files/checksums.ts';
import type { LivePointer } from '#engine/index/files/generation-files.ts';
import { rebuildAgainAfterMs } from '#engine/index/limits.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { LiveCollections } from './live-collections.ts';
import type { Publishing } from './publishing.ts';
import type { Rewriting } from './rewriting.ts';
import type { ServedGeneration } from './threads/served-generation.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Each damaged generation is rebuilt and reported once. */
export class Healing {
  readonly #live: LiveCollections;
  readonly #rewriting: Rewriting;
  readonly #publishing: Publishing;
  readonly #onProblem: (message: string) => void;
  readonly #rebuilds = new Map<string, Promise<ServedGeneration>>();

  constructor(live: LiveCollections, rewriting: Rewriting, publishing: Publishing, onProblem: (message: string) => void) {
    this.#live = live;
    this.#rewriting = rewriting;
    this.#publishing = publishing;
    this.#onProblem = onProblem;
  }

  async heal(collection: string, live: LivePointer, error: DamagedFileError): Promise<ServedGeneration> {
    const rebuilt = this.#rebuiltOnce(collection, live, error);
    if (live.previous === null) return rebuilt;
    try {
      return await this.#live.load(this.#live.files(collection), live.previous);
    } catch {
      return rebuilt;
    }
  }

  #rebuiltOnce(collection: string, live: LivePointer, error: DamagedFileError): Promise<ServedGeneration> {
    const known = this.#rebuilds.get(live.current);
    if (known !== undefined) return known;
    this.#onProblem(`The live generation of ${collection} can't be read and is built again: ${error.message}`);
    const rebuilt = this.#rebuilt(collection, live);
    this.#rebuilds.set(live.current, rebuilt);
    // What hindered it, such as a full disk, may be gone after a while.
    rebuilt.catch(() => setTimeout(() => this.#rebuilds.delete(live.current), rebuildAgainAfterMs).unref());
    return rebuilt;
  }

  async #rebuilt(collection: string, live: LivePointer): Promise<ServedGeneration> {
    try {
      return await this.#rewriting.rebuild(collection, live);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) {
        this.#onProblem(`The live generation of ${collection} can't be built again now: ${reasonOf(error)}`);
        throw new SearchDownError(`The index of ${collection} is damaged and can't be built again now.`, { cause: error });
      }
      const serving = await this.#publishing.fallBack(collection, live);
      const damage = `The live generation of ${collection} can't be built again: ${error.message}`;
      const way = 'Import the feeds of the collection again, or restore the data folder from a backup.';
      this.#onProblem(
        serving === null ? `${damage} Nothing serves. ${way}` : `${damage} The one before it, ${serving.name}, serves. ${way}`,
      );
      if (serving !== null) return serving;
      throw new SearchDownError(`The index of ${collection} is damaged. ${way}`, { cause: error });
    }
  }
}

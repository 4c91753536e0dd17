import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { checkName, nameForm } from '#engine/generation-names.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { isProcessAlive } from '#engine/process-alive.ts';
import { changesFile } from './changes/change-log.ts';
import type { ChangedGeneration } from './changes/generation-changes.ts';
import { readChecked, writeChecked, writeCheckedAside } from './checked-file.ts';

/**
 * The files of a collection: `<directory>/<collection>/live.json` names the live generation and the one before it;
 * `<directory>/<collection>/<generation>/` holds `items.sqlite`, `order.ranks`, `*.segment` and, written last, `manifest.json`.
 * A generation without a manifest was never finished.
 */
export interface Manifest {
  readonly version: number;
  readonly layout: CollectionLayout;
  readonly itemCount: number;
  /** Epoch milliseconds. */
  readonly builtAt: number;
  readonly bytes: number;
  readonly segments: readonly string[];
  /** CRC-32 of the item store; looked at when everything else is damaged. */
  readonly itemsChecksum: number;
  /** Whether the items know who brought them; those of earlier versions don't. */
  readonly hasSources?: boolean;
}

export interface LivePointer {
  readonly current: string;
  readonly previous: string | null;
}

export const manifestVersion = 1;
export const itemsFile = 'items.sqlite';
export const ranksFile = 'order.ranks';
const manifestFile = 'manifest.json';
const liveFile = 'live.json';
const builderFile = 'builder.json';
/** Not a generation's name, so that nobody takes the folder for one; the process that made it is in the name. */
const startingName = (pid: number, generation: string): string => `.starting-${pid}-${generation}`;
const startingForm = /^\.starting-(\d+)-(.+)$/;

/** The collections that have files. */
export const collectionNames = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && nameForm.test(entry.name))
    .map((entry) => entry.name);

/** Generations that this process is building now. */
const buildsHere = new Set<string>();

/** Process that builds the generation in the folder; null when that is not noted there. */
function builderOf(folder: string): number | null {
  return readChecked<{ readonly pid: number }>(path.join(folder, builderFile))?.pid ?? null;
}

export class CollectionFiles {
  readonly folder: string;

  constructor(directory: string, collection: string) {
    this.folder = path.join(directory, checkName(collection));
  }

  generationFolder(generation: string): string {
    return path.join(this.folder, checkName(generation));
  }

  generations(): string[] {
    if (!existsSync(this.folder)) return [];
    const entries = readdirSync(this.folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && nameForm.test(entry.name)).map((entry) => entry.name);
  }

  manifest(generation: string): Manifest | null {
    const manifest = readChecked<Manifest>(path.join(this.generationFolder(generation), manifestFile));
    return manifest?.version === manifestVersion ? manifest : null;
  }

  /** Whether items were changed since the build. */
  wasChanged(generation: string): boolean {
    return existsSync(path.join(this.generationFolder(generation), changesFile));
  }

  /** The generation as the process that changes it knows it. */
  changed(generation: string, { layout, itemCount }: Manifest): ChangedGeneration {
    return { folder: this.generationFolder(generation), layout, itemCount };
  }

  writeManifest(generation: string, manifest: Manifest): void {
    writeChecked(path.join(this.generationFolder(generation), manifestFile), manifest);
    rmSync(path.join(this.generationFolder(generation), builderFile), { force: true });
    buildsHere.delete(this.generationFolder(generation));
  }

  /** null when nothing was ever published. A pointer that can't be read stands for the newest finished generation. */
  live(): LivePointer | null {
    const pointer = readChecked<LivePointer>(path.join(this.folder, liveFile));
    if (pointer !== null || !this.isPointerDamaged()) return pointer;
    const [newest] = this.generations()
      .map((name) => ({ name, builtAt: this.manifest(name)?.builtAt ?? 0 }))
      .sort((a, b) => b.builtAt - a.builtAt);
    return newest === undefined || newest.builtAt === 0 ? null : { current: newest.name, previous: null };
  }

  isPointerDamaged(): boolean {
    const file = path.join(this.folder, liveFile);
    return existsSync(file) && readChecked<LivePointer>(file) === null;
  }

  /** Searches go on meanwhile. */
  writeLive(pointer: LivePointer): Promise<void> {
    return writeCheckedAside(path.join(this.folder, liveFile), pointer);
  }

  removeLive(): void {
    rmSync(path.join(this.folder, liveFile), { force: true });
  }

  /** Removes what a server that was killed while it wrote the pointer left behind; only for the process that writes it. */
  removeUnwrittenPointer(): void {
    rmSync(path.join(this.folder, `${liveFile}.tmp`), { force: true });
  }

  /** Makes the folder of a generation and notes who builds it before anybody could take it for left behind. */
  startGeneration(generation: string): string {
    const folder = this.generationFolder(generation);
    const starting = path.join(this.folder, startingName(process.pid, generation));
    buildsHere.add(folder);
    mkdirSync(this.folder, { recursive: true });
    // Not with its parents: of a disk that refuses it, Node says then that there is no such folder.
    mkdirSync(starting);
    writeChecked(path.join(starting, builderFile), { pid: process.pid });
    renameSync(starting, folder);
    return folder;
  }

  remove(generation: string): void {
    rmSync(this.#markedRemoved(generation), { recursive: true, force: true });
  }

  /** As `remove`, without holding up searches: large files take a while to go. */
  async removeAside(generation: string): Promise<void> {
    await rm(this.#markedRemoved(generation), { recursive: true, force: true });
  }

  /** The manifest goes first: a removal that is cut short leaves an unfinished generation, never a finished one with holes. */
  #markedRemoved(generation: string): string {
    const folder = this.generationFolder(generation);
    rmSync(path.join(folder, manifestFile), { force: true });
    buildsHere.delete(folder);
    return folder;
  }

  #isBeingBuilt(generation: string): boolean {
    const folder = this.generationFolder(generation);
    if (buildsHere.has(folder)) return true;
    const builder = builderOf(folder);
    return builder !== null && builder !== process.pid && isProcessAlive(builder);
  }

  /** Removes what unfinished builds of processes that are gone left behind. */
  removeOrphans(): void {
    this.#removeStarted();
    for (const orphan of this.#orphans()) this.remove(orphan);
  }

  /** As `removeOrphans`, without holding up searches. */
  async removeOrphansAside(): Promise<void> {
    this.#removeStarted();
    for (const orphan of this.#orphans()) await this.removeAside(orphan);
  }

  #orphans(): string[] {
    const live = this.live();
    const isKept = (generation: string): boolean => generation === live?.current || generation === live?.previous;
    return this.generations().filter(
      (generation) => !isKept(generation) && this.manifest(generation) === null && !this.#isBeingBuilt(generation),
    );
  }

  /** Folders of builds that were killed before they had a name. */
  #removeStarted(): void {
    if (!existsSync(this.folder)) return;
    for (const name of readdirSync(this.folder)) {
      const [, builder, generation] = startingForm.exec(name) ?? [];
      if (generation === undefined) continue;
      const pid = Number(builder);
      const isAtWork = pid === process.pid ? buildsHere.has(this.generationFolder(generation)) : isProcessAlive(pid);
      if (!isAtWork) rmSync(path.join(this.folder, name), { recursive: true, force: true });
    }
  }
}

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { checkName, nameForm } from '#engine/index/generation-names.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { readChecked, writeChecked, writeCheckedAside } from './checksums.ts';
import { removeTemporaries } from '#process-kit/durable-files.ts';
import { holdLock } from './databases.ts';

/** Pointer and manifest have a copy beside them. A generation without a manifest was never finished. */
export interface Manifest {
  readonly version: number;
  readonly stored?: number;
  readonly layout: CollectionLayout;
  readonly itemCount: number;
  /** Epoch milliseconds. */
  readonly builtAt: number;
  readonly bytes: number;
  readonly segments: readonly string[];
  /** CRC-32 of the item store; looked at when everything else is damaged. */
  readonly itemsChecksum: number;
  readonly namesClash?: boolean;
  readonly source?: number;
}

export interface ChangedGeneration {
  readonly folder: string;
  readonly layout: CollectionLayout;
  readonly itemCount: number;
}

export interface LivePointer {
  readonly current: string;
  readonly previous: string | null;
  readonly isLost?: boolean;
}

interface StoredPointer extends LivePointer {
  readonly number: number;
}

/** Version of segments and ranks. A generation of another one is indexed again from its items. */
export const formatVersion = 3;
/** Version of items, changes and pointer, which nothing else has. Later versions must read earlier ones. */
export const storedVersion = 1;
export const itemsFile = 'items.sqlite';
export const ranksFile = 'order.ranks';
export const changesFile = 'changes.sqlite';
export const journalFile = 'changes.journal';
const manifestFile = 'manifest.json';
const manifestCopy = 'manifest.copy.json';
const liveFile = 'live.json';
const liveCopy = 'live.copy.json';
/** Held from before there is a folder until its manifest is written. */
const buildLock = (generation: string): string => `.building-${generation}`;
const buildLockForm = /^\.building-(.+)$/;
const lookedAtMs = 5_000;

export const collectionNames = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && nameForm.test(entry.name))
    .map((entry) => entry.name);

const buildsHere = new Map<string, DatabaseSync>();

function heldUnlessBusy(file: string): DatabaseSync | 'busy' {
  try {
    return holdLock(file, 0);
  } catch {
    return 'busy';
  }
}

export class CollectionFiles {
  readonly collection: string;
  readonly folder: string;

  constructor(directory: string, collection: string) {
    this.collection = collection;
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
    const folder = this.generationFolder(generation);
    return readChecked<Manifest>(path.join(folder, manifestFile)) ?? readChecked<Manifest>(path.join(folder, manifestCopy));
  }

  isOutdated(generation: string): boolean {
    return (this.manifest(generation)?.version ?? formatVersion) !== formatVersion;
  }

  /** Throws `SearchDownError` when a newer version has stored the items of the generation. */
  assertStored(generation: string): void {
    if ((this.manifest(generation)?.stored ?? storedVersion) <= storedVersion) return;
    throw new SearchDownError(
      `A newer Aisle has stored the items in ${this.generationFolder(generation)}; start that version or a newer one.`,
    );
  }

  mend(): string[] {
    const mended: string[] = [];
    const pointer = this.#pointer();
    const isPointerWhole = readChecked(path.join(this.folder, liveFile)) !== null;
    if (pointer !== null && !isPointerWhole) mended.push(path.join(this.folder, liveFile));
    for (const name of pointer === null ? [] : [liveFile, liveCopy]) {
      const file = path.join(this.folder, name);
      if (readChecked<StoredPointer>(file)?.number !== pointer?.number) writeChecked(file, pointer!);
    }
    for (const generation of this.generations()) {
      const manifest = this.manifest(generation);
      if (manifest === null) continue;
      const files = [manifestFile, manifestCopy].map((name) => path.join(this.generationFolder(generation), name));
      const bad = files.filter((file) => readChecked(file) === null);
      for (const file of bad) writeChecked(file, manifest);
      // Without its copy a manifest is what a server leaves behind that is killed between the two.
      mended.push(...bad.filter((file) => file.endsWith(manifestFile)));
    }
    return mended;
  }

  wasChanged(generation: string): boolean {
    const folder = this.generationFolder(generation);
    return existsSync(path.join(folder, changesFile)) || existsSync(path.join(folder, journalFile));
  }

  changed(generation: string, { layout, itemCount }: Manifest): ChangedGeneration {
    return { folder: this.generationFolder(generation), layout, itemCount };
  }

  writeManifest(generation: string, manifest: Manifest): void {
    writeChecked(path.join(this.generationFolder(generation), manifestFile), manifest);
    crashPoint('build:manifestWritten');
    writeChecked(path.join(this.generationFolder(generation), manifestCopy), manifest);
    this.#endBuild(generation);
  }

  live(): LivePointer | null {
    const pointer = this.#pointer();
    // Nobody can go back to one that can't be searched.
    if (pointer?.previous != null && this.isOutdated(pointer.previous)) return { ...pointer, previous: null };
    if (pointer !== null || !this.isPointerDamaged()) return pointer;
    const [newest] = this.generations()
      .map((name) => ({ name, builtAt: this.manifest(name)?.builtAt ?? 0 }))
      .sort((a, b) => b.builtAt - a.builtAt);
    return newest === undefined || newest.builtAt === 0 ? null : { current: newest.name, previous: null };
  }

  #pointer(): StoredPointer | null {
    const stored = [liveFile, liveCopy].map((name) => readChecked<StoredPointer>(path.join(this.folder, name)));
    return stored.reduce((best, one) => ((one?.number ?? 0) > (best?.number ?? 0) ? one : best), null);
  }

  isPointerDamaged(): boolean {
    return this.#pointer() === null && [liveFile, liveCopy].some((name) => existsSync(path.join(this.folder, name)));
  }

  async writeLive(pointer: LivePointer): Promise<void> {
    const stored: StoredPointer = { ...pointer, number: (this.#pointer()?.number ?? 0) + 1 };
    await writeCheckedAside(path.join(this.folder, liveFile), stored);
    crashPoint('publish:betweenPointers');
    await writeCheckedAside(path.join(this.folder, liveCopy), stored);
  }

  removeLive(): void {
    for (const name of [liveCopy, liveFile]) rmSync(path.join(this.folder, name), { force: true });
  }

  removeTemporaries(): void {
    const finished = this.generations().filter((name) => this.manifest(name) !== null);
    for (const folder of [this.folder, ...finished.map((name) => this.generationFolder(name))]) removeTemporaries(folder);
  }

  #lockFile(generation: string): string {
    return path.join(this.folder, buildLock(generation));
  }

  startGeneration(generation: string): string {
    const folder = this.generationFolder(generation);
    mkdirSync(this.folder, { recursive: true });
    this.#holdBuild(folder, this.#lockFile(generation));
    crashPoint('build:locked');
    try {
      // Not with its parents: of a disk that refuses it, Node says then that there is no such folder.
      mkdirSync(folder);
    } catch (error) {
      this.#endBuild(generation);
      throw error;
    }
    return folder;
  }

  #holdBuild(folder: string, file: string): void {
    for (;;) {
      const lock = holdLock(file, lookedAtMs);
      buildsHere.set(folder, lock);
      // Before it was locked, somebody may have taken the file for left behind.
      if (existsSync(file)) return;
      lock.close();
    }
  }

  #endBuild(generation: string): void {
    const folder = this.generationFolder(generation);
    rmSync(this.#lockFile(generation), { force: true });
    buildsHere.get(folder)?.close();
    buildsHere.delete(folder);
  }

  remove(generation: string): void {
    rmSync(this.#markedRemoved(generation), { recursive: true, force: true });
    this.#endBuild(generation);
  }

  async removeAside(generation: string): Promise<void> {
    await rm(this.#markedRemoved(generation), { recursive: true, force: true });
    this.#endBuild(generation);
  }

  /** The manifest first: a removal that is cut short leaves an unfinished generation. */
  #markedRemoved(generation: string): string {
    const folder = this.generationFolder(generation);
    for (const name of [manifestCopy, manifestFile]) rmSync(path.join(folder, name), { force: true });
    crashPoint('removal:unmarked');
    return folder;
  }

  aside(): string[] {
    const live = this.live();
    if (live === null) return [];
    return this.generations().filter((name) => name !== live.current && name !== live.previous && this.manifest(name) !== null);
  }

  outdatedAside(): string[] {
    return this.aside().filter((name) => this.isOutdated(name));
  }

  removeOrphans(): void {
    for (const orphan of this.#orphans()) this.remove(orphan);
  }

  async removeOrphansAside(): Promise<void> {
    for (const orphan of this.#orphans()) await this.removeAside(orphan);
  }

  /** By lock, as process numbers repeat. */
  *#orphans(): Generator<string> {
    const live = this.live();
    for (const generation of new Set([...this.generations(), ...this.#begun()])) {
      if (buildsHere.has(this.generationFolder(generation))) continue;
      const file = this.#lockFile(generation);
      const lock = existsSync(file) ? heldUnlessBusy(file) : null;
      if (lock === 'busy') continue;
      const isKept = generation === live?.current || generation === live?.previous;
      // A build that ends has its manifest before it lets go, so that is looked at last.
      if (!isKept && this.manifest(generation) === null) yield generation;
      else rmSync(file, { force: true });
      lock?.close();
    }
  }

  #begun(): string[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder).flatMap((name) => buildLockForm.exec(name)?.[1] ?? []);
  }
}

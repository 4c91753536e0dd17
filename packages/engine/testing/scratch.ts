import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { openEmbeddedEngine, type EmbeddedEngineOptions } from '#engine/live/embedded-engine.ts';
import type { SearchEngine } from '#engine/port.ts';
import { type GenerationParts, readGeneration } from '#engine/search/generation/loaded-generation.ts';

/** At the end of the test, or of the file outside of one. The last registered comes first. */
export function atEnd(end: () => unknown): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(async () => void (await end()));
  else onTestFinished(async () => void (await end()));
}

export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-engine-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type OpenEngine = (options: EmbeddedEngineOptions) => SearchEngine;

export function scratchEngine(options: Partial<EmbeddedEngineOptions> = {}, open: OpenEngine = openEmbeddedEngine): SearchEngine {
  const engine = open({ directory: options.directory ?? scratchFolder(), ...options });
  atEnd(() => engine.close());
  return engine;
}

/** Parts of the live generation. */
export function partsOf(directory: string, collection: string, kernelAtLeast?: number): Promise<GenerationParts> {
  const files = new CollectionFiles(directory, collection);
  return readGeneration(files, files.live()!.current, kernelAtLeast);
}

/** Inverts a byte in the middle of a file. */
export function flipByte(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = bytes[middle]! ^ 0xff;
  writeFileSync(file, bytes);
}

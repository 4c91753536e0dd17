import { fileURLToPath } from 'node:url';
import { runInProcess } from '#process-kit/one-task.ts';
import { awaitedHeapMegabytes } from '#server/limits/process-places.ts';

export type YamlValue = string | number | boolean | null | YamlValue[] | YamlMap;
export interface YamlMap {
  [name: string]: YamlValue;
}

export interface YamlPlace {
  /** From 1. */
  readonly line: number;
  /** The source of a scalar that is not text. */
  readonly typed?: string;
}

export interface YamlProblem {
  readonly path: string;
  readonly line: number;
  readonly code: 'fileNotYaml' | 'fileTooDeep' | 'fileTooLarge' | 'fileAlias' | 'fileTag' | 'fileKeyTwice';
  readonly parameters: Readonly<Record<string, string>>;
}

/** Places by path: keys and list positions, joined by dots. */
export type ReadYaml =
  | { readonly value: YamlValue; readonly places: ReadonlyMap<string, YamlPlace> }
  | { readonly problems: readonly YamlProblem[] };

export type YamlTask =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'write'; readonly value: unknown; readonly comment: string };

const program = fileURLToPath(new URL('yaml-program.ts', import.meta.url));
const timeoutMilliseconds = 30_000;

const run = <Result>(task: YamlTask, gone: AbortSignal): Promise<Result> =>
  runInProcess(program, task, {
    signal: AbortSignal.any([gone, AbortSignal.timeout(timeoutMilliseconds)]),
    isAwaited: true,
    fork: { execArgv: [`--max-old-space-size=${awaitedHeapMegabytes}`] },
  });

/** Parses in a process of its own: a file of the largest size takes 1.5 s of processor, and searches go on. */
export const readInProcess = (text: string, gone: AbortSignal): Promise<ReadYaml> => run({ kind: 'read', text }, gone);

export const writeInProcess = (value: unknown, comment: string, gone: AbortSignal): Promise<string> =>
  run({ kind: 'write', value, comment }, gone);

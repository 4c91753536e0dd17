import { fileURLToPath } from 'node:url';
import type { ReadYaml, YamlTask } from './yaml-values.ts';
import { runInProcess } from '#process-kit/one-task.ts';
import { awaitedHeapMegabytes } from '#server/limits/process-places.ts';

const program = fileURLToPath(new URL('yaml-program.ts', import.meta.url));
/** The largest file takes a second, and a machine may be busy with others. */
const longestMilliseconds = 30_000;

const run = <Result>(task: YamlTask, gone: AbortSignal): Promise<Result> =>
  runInProcess(program, task, {
    signal: AbortSignal.any([gone, AbortSignal.timeout(longestMilliseconds)]),
    isAwaited: true,
    fork: { execArgv: [`--max-old-space-size=${awaitedHeapMegabytes}`] },
  });

/** Reads YAML in a process of its own: searches go on meanwhile, and what takes too long is ended. */
export const readInProcess = (text: string, gone: AbortSignal): Promise<ReadYaml> => run({ kind: 'read', text }, gone);

export const writeInProcess = (value: unknown, comment: string, gone: AbortSignal): Promise<string> =>
  run({ kind: 'write', value, comment }, gone);

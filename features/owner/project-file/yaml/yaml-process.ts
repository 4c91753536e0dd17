import { fileURLToPath } from 'node:url';
import type { ReadYaml, YamlTask } from './yaml-values.ts';
import { runInProcess } from '#process-kit/one-task.ts';

const program = fileURLToPath(new URL('yaml-program.ts', import.meta.url));
/** A file of five megabytes takes three seconds, and a machine may be busy with others. */
const longestMilliseconds = 60_000;
/** A file of five megabytes takes 400. */
const heapMegabytes = 768;

const run = <Result>(task: YamlTask): Promise<Result> =>
  runInProcess(program, task, {
    signal: AbortSignal.timeout(longestMilliseconds),
    fork: { execArgv: [`--max-old-space-size=${heapMegabytes}`] },
  });

/** Reads YAML in a process of its own: searches go on meanwhile, and what takes too long is ended. */
export const readInProcess = (text: string): Promise<ReadYaml> => run({ kind: 'read', text });

/** Writes YAML there. */
export const writeInProcess = (value: unknown, comment: string): Promise<string> => run({ kind: 'write', value, comment });

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const recorded = JSON.parse(readFileSync(path.join(import.meta.dirname, 'test-times.json'), 'utf8')) as Record<string, number>;
const root = path.dirname(import.meta.dirname);

const secondsOf = ({ moduleId }: TestSpecification): number =>
  recorded[path.relative(root, moduleId).split(path.sep).join('/')] ?? 0;

/** What takes long begins first, or all wait for it in the end. `npm test -- --record` writes what files take. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}

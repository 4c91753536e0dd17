import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that call what takes long: kills, what every engine owes, thousands of made-up inputs. */
const longFiles = /\b(?:kill|compliance|durab\w+|mutations|query-fuzz)\b/;

/** Vitest takes large files first. What takes long begins before them, or all wait for the last one in the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longFiles.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

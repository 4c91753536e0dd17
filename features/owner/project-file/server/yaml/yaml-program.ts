import { readYaml } from './read-yaml.ts';
import type { YamlTask } from './yaml-values.ts';
import { answerOneTask } from '#process-kit/one-task.ts';
import { Document } from 'yaml';

answerOneTask<YamlTask>((task) =>
  Promise.resolve(task.kind === 'read' ? readYaml(task.text) : writeYaml(task.value, task.comment)),
);

/** Values as YAML, an entry of a list or a map on each line. The same values are always the same text. */
export function writeYaml(value: unknown, comment: string): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore = comment;
  return document.toString({ lineWidth: 0 });
}

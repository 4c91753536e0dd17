import { readYaml } from './read-yaml.ts';
import { writeYaml } from './write-yaml.ts';
import type { YamlTask } from './yaml-values.ts';
import { answerOneTask } from '#process-kit/one-task.ts';

answerOneTask<YamlTask>((task) =>
  Promise.resolve(task.kind === 'read' ? readYaml(task.text) : writeYaml(task.value, task.comment)),
);

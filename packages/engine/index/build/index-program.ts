import { parentPort } from 'node:worker_threads';
import { answerOver, portLine } from '#process-kit/channel.ts';
import { addFields, type IndexTask } from './index-aside.ts';
import { SegmentWriter } from './segment-writer.ts';

let writer: SegmentWriter | null = null;
answerOver(portLine(parentPort), (task: IndexTask) => {
  if (task.kind === 'open') writer = new SegmentWriter(task.settings);
  else if (task.kind === 'add') addFields(writer!, task.fields);
  else return writer!.finish();
  return null;
});

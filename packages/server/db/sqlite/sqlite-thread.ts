import { parentPort, workerData } from 'node:worker_threads';
import { answerOver, portLine } from '#process-kit/channel.ts';
import { SqliteConnection, type StatementResult } from './sqlite-connection.ts';
import type { WriterTask } from './sqlite-writer.ts';

const connection = SqliteConnection.forWriting(workerData as string);
const nothing: StatementResult = { rows: [], changes: null, lastInsertRowid: null };

answerOver(portLine(parentPort), (task: WriterTask): StatementResult => {
  if (task !== null) return connection.run(task.text, task.parameters);
  connection.close();
  // Ends without a listening port; terminating it could cut off a write.
  queueMicrotask(() => parentPort?.close());
  return nothing;
});

import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from './sqlite-connection.ts';
import type { StatementFailure, WriterAnswer, WriterRequest } from './sqlite-writer.ts';

const port = parentPort;
if (port === null) throw new Error('This is the program of the thread that writes the database.');

const connection = SqliteConnection.forWriting(workerData as string);

/** Errors lose what they say beside their message on the way to another thread. */
function failureOf(error: unknown): StatementFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, code, errcode, errstr } = error as Error & Partial<StatementFailure>;
  return { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode, errstr: errstr ?? '' }) };
}

port.on('message', (request: WriterRequest) => {
  const answer = (message: WriterAnswer): void => port.postMessage(message);
  const { number, statement } = request;
  try {
    if (statement === null) {
      connection.close();
      answer({ number, result: { rows: [], changes: null, lastInsertRowid: null } });
      // Without a port to listen on the thread ends by itself; ending it from outside could cut off a write.
      port.close();
    } else {
      answer({ number, result: connection.run(statement.text, statement.parameters) });
    }
  } catch (error) {
    answer({ number, failure: failureOf(error) });
  }
});

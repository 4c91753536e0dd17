import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { fail, type Failure } from '#server-kit/fail.ts';
import { failureAnswer } from './failure-answer.ts';
import { sizeText } from './size-text.ts';
import { mostHeadBytes } from './sockets.ts';

/** By what Node says of a request that it can't read, or that doesn't come to its end. Others are no HTTP at all. */
function failureOf(code: string): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('addressTooLong', { limit: sizeText(mostHeadBytes) });
  return fail(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'bodyTooSlow' : 'requestNotValid');
}

/** Answers a request of which no head came that could be read, as all others are answered, and ends the connection. */
export function answerBrokenRequest({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, body: envelope } = failureAnswer(failureOf(code));
  const body = JSON.stringify(envelope);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

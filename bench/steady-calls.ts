/**
 * Calls a server at a steady rate, from a process of its own and with as little work as HTTP takes, so that it neither holds up who
 * measures something else nor takes the processor that the server needs. Latency counts from the moment at which a call was planned.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';

export interface SteadyCalls {
  readonly url: string;
  readonly paths: readonly string[];
  readonly headers?: readonly string[];
  readonly perSecond: number;
  readonly mostConnections: number;
  readonly seconds: number;
  /** Low priority, as if on another machine. */
  readonly isElsewhere?: boolean;
}
export interface AnsweredCall {
  readonly status: number;
  readonly milliseconds: number;
  readonly saysWhen: boolean;
}

const tickMilliseconds = 1;

export async function callSteadily(calls: SteadyCalls): Promise<AnsweredCall[]> {
  const caller: ChildProcess = fork(import.meta.filename, { serialization: 'advanced' });
  if (calls.isElsewhere && caller.pid !== undefined) setPriority(caller.pid, constants.priority.PRIORITY_LOW);
  caller.send(calls);
  const [answers] = (await Promise.race([once(caller, 'message'), failed(caller)])) as [AnsweredCall[]];
  caller.disconnect();
  return answers;
}

async function failed(caller: ChildProcess): Promise<never> {
  const [code] = (await once(caller, 'exit')) as [number | null];
  throw new Error(`The calls ended with ${code}.`);
}

class Connection {
  readonly #socket: Socket;
  readonly #onAnswer: (connection: Connection, answer: AnsweredCall) => void;
  #plannedAt = 0;
  #text = '';

  constructor(url: URL, onAnswer: (connection: Connection, answer: AnsweredCall) => void) {
    this.#onAnswer = onAnswer;
    // Lengths are in bytes.
    this.#socket = connect(Number(url.port), url.hostname).setEncoding('latin1').setNoDelay();
    this.#socket.on('data', (text: string) => this.#take(text));
    this.#socket.once('end', () => {
      throw new Error('The server closed a connection.');
    });
  }

  ask(request: string, plannedAt: number): void {
    this.#plannedAt = plannedAt;
    this.#socket.write(request);
  }

  #take(text: string): void {
    this.#text += text;
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#text.slice(0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (Number.isNaN(length)) throw new Error(`An answer without a length: ${head}`);
    if (this.#text.length < headEnd + 4 + length) return;
    this.#text = '';
    const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    const milliseconds = performance.now() - this.#plannedAt;
    this.#onAnswer(this, { status, milliseconds, saysWhen: /\r\nretry-after: \d/i.test(head) });
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** Open-loop: sent when due, on a free or new connection; above the limit of connections, as soon as one is free. */
function call({ url, paths, headers = [], perSecond, mostConnections, seconds }: SteadyCalls): Promise<AnsweredCall[]> {
  const { promise, resolve } = Promise.withResolvers<AnsweredCall[]>();
  const address = new URL(url);
  const count = Math.floor(perSecond * seconds);
  const requests = paths.map((path, at) => `GET ${path} HTTP/1.1\r\nhost: ${address.host}\r\n${headers[at] ?? ''}\r\n`);
  const answers: AnsweredCall[] = [];
  const all: Connection[] = [];
  const free: Connection[] = [];
  const answered = (connection: Connection, answer: AnsweredCall): void => {
    free.push(connection);
    if (answers.push(answer) < count) return send();
    clearInterval(timer);
    for (const one of all) one.end();
    resolve(answers);
  };
  function connection(): Connection | undefined {
    if (free.length > 0 || all.length === mostConnections) return free.pop();
    const opened = new Connection(address, answered);
    all.push(opened);
    return opened;
  }
  let sent = 0;
  const startedAt = performance.now();
  function send(): void {
    while (sent < count) {
      const plannedAt = startedAt + (sent / perSecond) * 1000;
      const taken = plannedAt > performance.now() ? undefined : connection();
      if (taken === undefined) return;
      taken.ask(requests[sent % requests.length] ?? '', plannedAt);
      sent += 1;
    }
  }
  const timer = setInterval(send, tickMilliseconds);
  return promise;
}

if (process.argv[1] === import.meta.filename)
  process.once('message', (calls) => void call(calls as SteadyCalls).then((answers) => process.send?.(answers)));

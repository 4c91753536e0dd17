import type { ChildProcess } from 'node:child_process';
import type { MessagePort, Worker } from 'node:worker_threads';

export interface Line {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once when the other side ends, with the reason if known. */
  onEnd(listener: (reason: Error) => void): void;
  /** Keeps this process alive while a response is pending. */
  ref(): void;
  unref(): void;
}

export function threadLine(worker: Worker): Line {
  let reason = new Error('The thread has ended.');
  worker.on('error', (error: Error) => (reason = error));
  return {
    send: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    onEnd: (listener) => void worker.once('exit', () => listener(reason)),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}

export function childLine(child: ChildProcess): Line {
  let isOver = false;
  const end = (listener: (reason: Error) => void, reason: Error): void => {
    if (isOver) return;
    isOver = true;
    listener(reason);
  };
  return {
    // A dead child doesn't answer; its exit rejects pending requests.
    send: (message) => void child.send(message, () => undefined),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => {
      child.once('error', (error) => end(listener, error));
      child.once('exit', (code, signal) => end(listener, new Error(`The process has ended (${signal ?? code}).`)));
    },
    ref: () => {
      child.ref();
      child.channel?.ref();
    },
    unref: () => {
      child.unref();
      child.channel?.unref();
    },
  };
}

export function portLine(port: MessagePort | null): Line {
  if (port === null) throw new Error('This is the program of a thread.');
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    onEnd: (listener) => void port.once('close', () => listener(new Error('The thread that asks has ended.'))),
    ref: () => undefined,
    unref: () => undefined,
  };
}

export function parentLine(): Line {
  if (process.send === undefined) throw new Error('This is the program of a process that the server starts.');
  return {
    // The server is gone.
    send: (message) => void process.send?.(message, undefined, {}, () => undefined),
    onMessage: (listener) => void process.on('message', listener),
    onEnd: (listener) => void process.once('disconnect', () => listener(new Error('The process that asks has ended.'))),
    ref: () => undefined,
    unref: () => undefined,
  };
}

import { getPriority } from 'node:os';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { Channel, childLine, type Line, threadLine } from './channel.ts';
import { foregroundVariable, runInProcess } from './one-task.ts';
import { OddTaskError } from './testing/answering.ts';

const place = (name: string): URL => new URL(`testing/${name}.ts`, import.meta.url);
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const lines: Record<string, () => Line> = {
  thread() {
    const worker = new Worker(place('answering-thread'));
    ends.push(() => void worker.terminate());
    return threadLine(worker);
  },
  process() {
    const child = fork(fileURLToPath(place('answering-process')), { execArgv: [], serialization: 'advanced' });
    ends.push(() => void child.kill());
    return childLine(child);
  },
};

describe.each(Object.keys(lines))('a channel to a %s', (kind) => {
  const open = (options = {}): Channel<string, unknown, number> => new Channel(lines[kind]!(), options);

  test('answers many requests, tells notices before the answer, and asks back', async () => {
    const channel = open({ answer: (question: string) => `never mind ${question}` });
    const notices: number[] = [];
    const answers = ['number', 'notices', 'question', 'number'].map((task) =>
      channel.ask(task, { onNotice: (notice) => notices.push(notice) }),
    );
    await expect(Promise.all(answers)).resolves.toEqual([42, 'told', 'you said never mind what?', 42]);
    expect(notices).toEqual([1, 2, 3]);
  });

  test('errors keep their class, their code and their cause', async () => {
    const channel = open();
    const error = await channel.ask('class').catch((failure: Error) => failure);
    expect((error as Error).cause).toBeInstanceOf(OddTaskError);
    expect((error as Error).cause).toMatchObject({ name: 'OddTaskError', message: 'inside' });
    await expect(channel.ask('folder')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(channel.ask('database')).rejects.toMatchObject({ errcode: 14, errstr: 'unable to open database file' });
  });

  test('a request that nobody wants any more is told so', async () => {
    const cancel = new AbortController();
    const answer = open().ask('cancelled', { signal: cancel.signal });
    cancel.abort();
    await expect(answer).resolves.toBe('cancelled');
  });

  test('whoever waits when the other side ends is told, and so is whoever asks later', async () => {
    const channel = open({ lost: ({ message }: Error) => new OddTaskError(`gone: ${message}`) });
    const waiting = channel.ask('cancelled');
    await expect(channel.ask('end')).rejects.toBeInstanceOf(OddTaskError);
    await expect(waiting).rejects.toThrow('gone');
    expect(channel.isOver).toBe(true);
    await expect(channel.ask('number')).rejects.toThrow('gone');
  });
});

describe('one task in a process of its own', () => {
  const run = (task: string, options = {}): Promise<unknown> =>
    runInProcess(fileURLToPath(place('answering-once')), { task }, options);

  test('answers, with notices and questions on its way', async () => {
    const notices: number[] = [];
    await expect(run('notices', { onNotice: (notice: number) => notices.push(notice) })).resolves.toBe('told');
    expect(notices).toEqual([1, 2, 3]);
    await expect(run('question', { answer: () => 'nothing' })).resolves.toBe('you said nothing');
  });

  test('fails as the work fails, or with how the process ended', async () => {
    await expect(run('folder')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(run('end')).rejects.toThrow('The work ended without a result. The process has ended (3).');
  });

  test.runIf(process.platform === 'linux')('runs all of its threads at low priority, unless a user waits', async () => {
    const { [foregroundVariable]: _foreground, ...env } = process.env;
    expect(new Set((await run('priorities', { fork: { env } })) as number[])).toEqual(new Set([Math.max(10, getPriority())]));
    expect(new Set((await run('priorities', { isAwaited: true })) as number[])).toEqual(new Set([getPriority()]));
  });

  test('ends with the reason for which it is aborted', async () => {
    const cancel = new AbortController();
    const running = run('cancelled', { signal: cancel.signal });
    cancel.abort(new OddTaskError('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});

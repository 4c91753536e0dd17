import { parentPort } from 'node:worker_threads';
import { Channel, portLine } from '#process-kit/channel.ts';
import { answering } from './answering.ts';

const channel: Channel<string, unknown> = new Channel(portLine(parentPort), {
  answer: (task: string, asked: Parameters<typeof answering>[1]) => answering(task, asked, (question) => channel.ask(question)),
});

import { Channel, parentLine } from '#process-kit/channel.ts';
import { answering } from './answering.ts';

process.on('disconnect', () => process.exit(0));
const channel: Channel<string, unknown> = new Channel(parentLine(), {
  answer: (task: string, asked: Parameters<typeof answering>[1]) => answering(task, asked, (question) => channel.ask(question)),
});

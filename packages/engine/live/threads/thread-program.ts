import { parentPort } from 'node:worker_threads';
import { collectSoon } from '#engine/index/collect-garbage.ts';
import { LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import { answer } from '#engine/search/questions/questions.ts';
import type { ThreadResult, ThreadTask } from './threaded-generation.ts';
import { answerOver, portLine } from '#process-kit/channel.ts';
import { portable, restoredQuestion } from './portable.ts';

const generations = new Map<number, LoadedGeneration>();

function known(number: number): LoadedGeneration {
  const generation = generations.get(number);
  if (generation === undefined) throw new Error(`Generation ${number} is not open in this thread.`);
  return generation;
}

const factsIn = ({ facts, cachedBytes }: LoadedGeneration): ThreadResult => ({ ...facts, cachedBytes });

async function follow({ generation: number, state }: ThreadTask & { kind: 'follow' }): Promise<ThreadResult> {
  const generation = known(number);
  await generation.follow(state);
  return factsIn(generation);
}

function ask({ generation: number, name, rest }: ThreadTask & { kind: 'ask' }): ThreadResult | Promise<ThreadResult> {
  const generation = known(number);
  const question = restoredQuestion(name, rest);
  const answered = (answer: unknown): ThreadResult => ({
    answer: portable(name, question, answer),
    cachedBytes: generation.cachedBytes,
  });
  const found = answer(generation, name, question);
  return found instanceof Promise ? found.then(answered) : answered(found);
}

function run(task: ThreadTask): ThreadResult | Promise<ThreadResult> {
  switch (task.kind) {
    case 'ask':
      return ask(task);
    case 'open': {
      const generation = new LoadedGeneration(task.parts);
      generations.set(task.generation, generation);
      return factsIn(generation);
    }
    case 'follow':
      return follow(task);
    case 'prepareAs':
      return known(task.generation)
        .prepareAs(known(task.other))
        .then(() => null);
    case 'close': {
      const generation = known(task.generation);
      generation.close();
      generations.delete(task.generation);
      collectSoon('major');
      return null;
    }
    case 'end':
      for (const generation of generations.values()) generation.close();
      generations.clear();
      // Without a port to listen on the thread ends by itself; ending it from outside could cut off a database that is read.
      queueMicrotask(() => parentPort?.close());
      return null;
  }
}

answerOver(portLine(parentPort), run);

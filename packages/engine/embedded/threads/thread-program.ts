import { parentPort } from 'node:worker_threads';
import { collectSoon } from '#engine/embedded/collect-garbage.ts';
import { Generation } from '#engine/embedded/generation.ts';
import { answer, type QuestionArguments } from '#engine/embedded/questions.ts';
import { factsOf } from '#engine/embedded/served-generation.ts';
import type { ThreadAnswer, ThreadRequest, ThreadResult, ThreadTask } from './messages.ts';
import { portable } from './portable.ts';

const port = parentPort;
if (port === null) throw new Error('This is the program of a search thread.');

const generations = new Map<number, Generation>();

function known(number: number): Generation {
  const generation = generations.get(number);
  if (generation === undefined) throw new Error(`Generation ${number} is not open in this thread.`);
  return generation;
}

async function follow({ generation: number, state }: ThreadTask & { kind: 'follow' }): Promise<ThreadResult> {
  const generation = known(number);
  await generation.follow(state);
  return factsOf(generation);
}

function run(task: ThreadTask): ThreadResult | Promise<ThreadResult> {
  switch (task.kind) {
    case 'ask': {
      const { generation, name, rest } = task;
      return { answer: portable(name, answer(known(generation), name, rest as QuestionArguments<typeof name>)) };
    }
    case 'open': {
      const generation = new Generation(task.parts);
      generations.set(task.generation, generation);
      return factsOf(generation);
    }
    case 'follow':
      return follow(task);
    case 'prepareAs':
      return known(task.generation)
        .prepareAs(known(task.other))
        .then(() => null);
    case 'close':
      known(task.generation).close();
      generations.delete(task.generation);
      collectSoon('major');
      return null;
    case 'end':
      for (const generation of generations.values()) generation.close();
      generations.clear();
      return null;
  }
}

const failureOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

port.on('message', ({ number, task }: ThreadRequest) => {
  const reply = (message: ThreadAnswer): void => port.postMessage(message);
  try {
    const result = run(task);
    if (!(result instanceof Promise)) reply({ number, result });
    else
      result.then(
        (value) => reply({ number, result: value }),
        (error: unknown) => reply({ number, failure: failureOf(error) }),
      );
  } catch (error) {
    reply({ number, failure: failureOf(error) });
  }
  // Without a port to listen on the thread ends by itself; ending it from outside could cut off a database that is read.
  if (task.kind === 'end') port.close();
});

import { setTimeout as sleep } from 'node:timers/promises';
import { type CollectionDetail, readCollection, recreateCollection } from '#features/data/collections/collections.contract.ts';
import type { Actor, TestServer } from './test-app.ts';

const tries = 500;
const pauseMs = 20;

/** Waits until the last recreate of the collection has ended. */
export async function recreated(server: TestServer, actor: Actor, id: number): Promise<CollectionDetail> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { data } = await server.call(actor, readCollection, { id });
    if (data?.recreation?.finished_at) return data;
    await sleep(pauseMs);
  }
  throw new Error(`Collection ${id} was not recreated in time.`);
}

/** Rebuilds the collection and waits for it. */
export async function recreate(server: TestServer, actor: Actor, id: number): Promise<CollectionDetail> {
  const { data, msg } = await server.call(actor, recreateCollection, { id });
  if (!data) throw new Error(`Collection ${id} could not be recreated: ${msg}`);
  return recreated(server, actor, id);
}

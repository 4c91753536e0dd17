import { setTimeout as sleep } from 'node:timers/promises';
import { type CollectionDetail, readCollection, recreateCollection } from '#features/data/collections/collections.contract.ts';
import type { Actor, TestServer } from './test-app.ts';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { dayOf } from '#contract/days.ts';

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

/** Uploads a file as the console does, and answers its `feed_url`. */
export async function uploaded(server: TestServer, actor: Actor, payload: string): Promise<string> {
  const response = await server.app.http.inject({
    method: uploadFeedFile.method,
    url: uploadFeedFile.path.replace('{file_name}', 'items.csv'),
    headers: {
      'content-type': 'application/octet-stream',
      [sessionHeader]: actor.token,
      ...(actor.project !== undefined && { [projectHeader]: actor.project }),
    },
    payload,
  });
  const { data, msg } = response.json<Envelope<{ feed_url: string }>>();
  if (data === null) throw new Error(`The file could not be uploaded: ${msg}`);
  return data.feed_url;
}

/** Where the shop of a project is. */
export async function zoneOf({ app }: Pick<TestServer, 'app'>, projectId: number): Promise<string> {
  const project = app.db.selectFrom('project').select('time_zone').where('id', '=', projectId);
  return (await project.executeTakeFirstOrThrow()).time_zone;
}

/** Today, where the shop of a project is. */
export const todayOf = async (server: Pick<TestServer, 'app'>, projectId: number): Promise<string> =>
  dayOf(Date.now(), await zoneOf(server, projectId));

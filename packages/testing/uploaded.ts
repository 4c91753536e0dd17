import type { Envelope } from '#contract/envelope.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import type { Actor, TestServer } from './test-app.ts';

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

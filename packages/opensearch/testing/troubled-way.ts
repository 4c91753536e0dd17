import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a call: it goes through, it is done but its answer is lost, or it is answered with a status and not done. */
export type Trouble = 'none' | 'answerLost' | 429 | 503;

export interface TroubledWay {
  readonly url: string;
  close(): Promise<void>;
}

/** A way to a real cluster on which things go wrong. `troubleOf` decides for each call. */
export async function troubledWay(target: string, troubleOf: (call: IncomingMessage) => Trouble): Promise<TroubledWay> {
  const server = createServer((call, response) => {
    const trouble = troubleOf(call);
    if (typeof trouble === 'number') {
      call.resume();
      response.writeHead(trouble, { 'content-type': 'application/json' }).end('{"error":{"reason":"made for a test"}}');
      return;
    }
    const { method = 'GET', url = '/', headers } = call;
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      if (trouble === 'answerLost') {
        answer.resume().once('end', () => call.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    call.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface TestMailServer {
  readonly url: string;
  letters(to: string): readonly string[];
  close(): Promise<void>;
}

export async function startMailServer(password: string): Promise<TestMailServer> {
  const taken: { readonly to: readonly string[]; readonly content: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (login, _session, done) =>
      login.password === password ? done(null, { user: login.username ?? '' }) : done(new Error('Wrong password')),
    onData: (stream, { envelope }, done) =>
      void text(stream)
        .then((content) => taken.push({ to: envelope.rcptTo.map(({ address }) => address), content: plain(content) }))
        .finally(done),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://aisle:${password}@127.0.0.1:${port}`,
    letters: (to) => taken.filter((letter) => letter.to.includes(to)).map(({ content }) => content),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable. */
const plain = (content: string): string =>
  content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

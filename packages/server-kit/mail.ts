import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';

export interface Letter {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mail {
  /** Rejects when the mail server refuses the letter. */
  send(letter: Letter): Promise<void>;
}

/**
 * Sends by SMTP when `smtpUrl` is given. Without it, letters are written as `.eml` files into `directory`, so that every flow works
 * on a laptop.
 */
export function mailer({
  smtpUrl,
  from,
  directory,
  log,
}: {
  smtpUrl: string | null;
  from: string;
  directory: string;
  log: FastifyBaseLogger;
}): Mail {
  if (smtpUrl) {
    const transport = createTransport(smtpUrl, { from });
    return {
      async send(letter) {
        await transport.sendMail({ ...letter, disableFileAccess: true, disableUrlAccess: true });
      },
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true }, { from });
  return {
    async send(letter) {
      const { message } = await transport.sendMail(letter);
      await mkdir(directory, { recursive: true });
      const file = path.join(directory, `${Date.now()}-${letter.to.replaceAll(/[^\w@.-]/g, '_')}.eml`);
      await writeFile(file, message, { mode: 0o600 });
      log.info({ file }, 'A mail was written to a file, because no mail server is set');
    },
  };
}

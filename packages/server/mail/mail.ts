import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type ConsoleLanguage, languageTag } from '#contract/texts/languages.ts';
import { replaceFileAside } from '#process-kit/durable-files.ts';

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

type Linked = Pick<Letter, 'language' | 'link' | 'moreLinks' | 'headings'>;

/** Fetches nothing and links only the letter's own addresses. */
export function letterHtml({ subject, text, ...linked }: Pick<Letter, 'subject' | 'text'> & Linked): string {
  const paragraphs = text.split('\n\n').map((paragraph) => `<p>${paragraphHtml(paragraph.split('\n'), linked)}</p>`);
  const lang = linked.language === undefined ? '' : ` lang="${languageTag(linked.language)}"`;
  return `<!doctype html><html${lang}><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font:16px/1.5 sans-serif">${paragraphs.join('')}</body></html>`;
}

const anchor = (address: string, words: string): string => `<a href="${escaped(address)}">${escaped(words)}</a>`;

/** An address below a line becomes the link of that line. */
function paragraphHtml(lines: readonly string[], { link, moreLinks = [], headings = [] }: Linked): string {
  const addresses = new Set(moreLinks);
  if (lines.length === 1 && lines[0] === link) return anchor(link, link);
  return lines
    .flatMap((line, at) => {
      const next = lines[at + 1];
      if (addresses.has(line)) return [];
      if (next !== undefined && addresses.has(next)) return [anchor(next, line)];
      return [at === 0 && headings.includes(line) ? `<strong>${escaped(line)}</strong>` : escaped(line)];
    })
    .join('<br>');
}

export interface Letter {
  readonly to: string;
  /** Undefined in letters queued before 0.2. */
  readonly language?: ConsoleLanguage;
  readonly subject: string;
  readonly text: string;
  readonly link: string;
  /** Each on its own line below the words it links. */
  readonly moreLinks?: readonly string[];
  readonly headings?: readonly string[];
  /** Unsubscribe page; a POST unsubscribes at once. */
  readonly offLink?: string;
}

export interface Mail {
  /** Host and port; null: mails are files. */
  readonly server: string | null;
  readonly from: string;
  /** Resolves to the mail server's answer; rejects if it refuses or times out. Use `postLetter` instead. */
  send(letter: Letter): Promise<string>;
  forgetOld(now?: number): Promise<void>;
}

const connectMilliseconds = 10_000;
const silenceMilliseconds = 20_000;
const keptMilliseconds = 30 * 24 * 60 * 60 * 1000;
/** File names are limited to 255 bytes. */
const longestNamePart = 100;

/** SMTP, or without `smtpUrl` `.eml` files in `directory` and links in the log. */
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
  return smtpUrl ? smtpMailer(smtpUrl, from) : fileMailer(directory, from, log);
}

function smtpMailer(smtpUrl: string, from: string): Mail {
  const patience = {
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    dnsTimeout: connectMilliseconds,
    socketTimeout: silenceMilliseconds,
  };
  const transport = loadedOnce(async () => (await import('nodemailer')).createTransport({ url: smtpUrl, ...patience }, { from }));
  const { protocol, hostname, port } = new URL(smtpUrl);
  return {
    server: `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`,
    from,
    async send(letter) {
      return (await (await transport()).sendMail(messageOf(letter))).response;
    },
    forgetOld: () => Promise.resolve(),
  };
}

const messageOf = (letter: Letter) => ({
  to: letter.to,
  subject: letter.subject,
  text: letter.text,
  html: letterHtml(letter),
  disableFileAccess: true,
  disableUrlAccess: true,
  ...(letter.offLink !== undefined && { headers: unsubscribing(letter.offLink) }),
});

/** RFC 2369, and RFC 8058 over https. */
const unsubscribing = (address: string): Record<string, string> => ({
  'List-Unsubscribe': `<${address}>`,
  ...(address.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

function fileMailer(directory: string, from: string, log: FastifyBaseLogger): Mail {
  const settings = { streamTransport: true, buffer: true } as const;
  const transport = loadedOnce(async () => (await import('nodemailer')).createTransport(settings, { from }));
  let count = 0;
  return {
    server: null,
    from,
    async send(letter) {
      const { to, link } = letter;
      const { message } = await (await transport()).sendMail(messageOf(letter));
      await mkdir(directory, { recursive: true });
      // Unique and in order.
      const order = `${Date.now()}-${String((count += 1)).padStart(6, '0')}`;
      const file = path.join(directory, `${order}-${to.replaceAll(/[^\w@.-]/g, '_').slice(0, longestNamePart)}.eml`);
      await replaceFileAside(file, message as Buffer);
      log.warn({ to, link, file }, 'No mail server is set, so a mail was written to a file; its link is here');
      return file;
    },
    async forgetOld(now = Date.now()) {
      const files = await readdir(directory).catch(() => []);
      for (const file of files.filter((name) => name.endsWith('.eml')).map((name) => path.join(directory, name))) {
        const { mtimeMs } = await stat(file);
        if (mtimeMs < now - keptMilliseconds) await rm(file, { force: true });
      }
    },
  };
}

/** Lazy: the driver takes 0.1 s to load. */
function loadedOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | null = null;
  return () => (loaded ??= load());
}

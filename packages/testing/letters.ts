import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Oldest first. */
export async function lettersTo(dataDirectory: string, email: string): Promise<string[]> {
  const folder = path.join(dataDirectory, 'mails');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.includes(email) && file.endsWith('.eml'));
  const letters = await Promise.all(files.sort().map((file) => readFile(path.join(folder, file), 'utf8')));
  return letters.map(textOf);
}

const letterMilliseconds = 20_000;

/** Waits, as jobs send mails. */
export async function awaitedLetters(dataDirectory: string, email: string, count = 1): Promise<string[]> {
  const deadline = Date.now() + letterMilliseconds;
  for (;;) {
    const letters = await lettersTo(dataDirectory, email);
    if (letters.length >= count) return letters;
    if (Date.now() > deadline) throw new Error(`${email} got ${letters.length} letters, not ${count}.`);
    await sleep(10);
  }
}

export async function mailedToken(dataDirectory: string, email: string, count = 1): Promise<string> {
  const letters = await awaitedLetters(dataDirectory, email, count);
  return /[?&]token=([\w-]+)/.exec(letters.at(-1) ?? '')?.[1] ?? '';
}

function textOf(letter: string): string {
  const [head = ''] = letter.split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const part = boundary === undefined ? letter : (letter.split(`--${boundary}\r\n`)[1] ?? '').replace(`--${boundary}--`, '');
  const [partHead = '', ...body] = part.split('\r\n\r\n');
  const text = body.join('\n\n');
  const isBase64 = /^content-transfer-encoding: base64/im.test(partHead);
  return `${subjectOf(head)}\n${isBase64 ? Buffer.from(text, 'base64').toString() : unquoted(text)}`;
}

function subjectOf(head: string): string {
  const subject = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  return subject
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
    );
}

const unquoted = (text: string): string =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

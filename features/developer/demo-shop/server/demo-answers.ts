import type { FastifyReply } from 'fastify';
import { errors } from '#contract/errors.ts';
import { messagePage } from './demo-frame.ts';
import { type DemoTexts, demoTexts } from './texts/demo-texts.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { languageOf } from '#plugin/words.ts';
import type { SelectedProject } from '#server/access.ts';
import { DatabaseDownError } from '#server/db/database-down.ts';
import { Failure } from '#server/fail.ts';

/** Our own files and calls alone, and pictures of the shop. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Where somebody goes from here, and whoever indexes pages, is told nothing of it; and what one person sees is kept for no other. */
const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  vary: 'cookie, accept-language',
};

export const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.status(status).headers(headers).type('text/html; charset=utf-8').send(page);

export const sendElsewhere = (reply: FastifyReply, path: string): FastifyReply => reply.headers(headers).redirect(path, 303);

export interface Message {
  readonly status: number;
  /** That is asked for, the most wanted first; of a project, its own. */
  readonly languages: readonly string[];
  readonly about: readonly [keyof DemoTexts, ...(keyof DemoTexts)[]];
  readonly gateOf?: SelectedProject;
}

export function sendMessage(
  reply: FastifyReply,
  { status, languages, about: [first, ...others], gateOf }: Message,
): FastifyReply {
  const language = languageOf(languages);
  const texts = demoTexts[language];
  const sentences = [texts[first], ...others.map((key) => texts[key])] as const;
  return sendPage(reply, status, messagePage({ language, texts, sentences, gateOf: gateOf ?? null }));
}

/** What of a failure people can be told; null where it is a mistake of ours. */
export function failureOf(error: unknown): Pick<Message, 'status' | 'about'> | null {
  if (error instanceof SearchDownError || error instanceof DatabaseDownError) return { status: 503, about: ['away', 'tryLater'] };
  if (!(error instanceof Failure)) return null;
  const { status } = errors[error.code];
  if (status === 429) return { status, about: ['busy', 'tryLater'] };
  return status === 503 ? { status, about: ['away', 'tryLater'] } : null;
}

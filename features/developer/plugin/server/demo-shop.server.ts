import type { FastifyReply, FastifyRequest } from 'fastify';
import { demoShopPath, type DemoPage, previewName } from '#contract/plugin/plugin-preview.ts';
import { openDemoShop } from '#features/developer/plugin/plugin.contract.ts';
import { shopPreviews } from './shop-previews.service.ts';
import { languageOf } from '#plugin/words.ts';
import type { App } from '#server/app/app.ts';
import { couldBeSecret } from '#server/secrets/secrets.ts';
import { serve } from '#server/app/serve.ts';
import texts from './demo-texts.json' with { type: 'json' };

const passMilliseconds = 60 * 60 * 1_000;

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

const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  vary: 'accept-language',
};

type PageRequest = FastifyRequest<{ Params: { token: string }; Querystring: Readonly<Record<string, unknown>> }>;

export function serveDemoShop(app: App): void {
  const previews = shopPreviews(app);

  serve(app, openDemoShop, async (_input, { project }) => ({
    name: project.name,
    preview: await previews.passUntil(project, Date.now() + passMilliseconds),
  }));

  const show = async (
    { params: { token }, query, headers: { 'accept-language': accepted = '' } }: PageRequest,
    reply: FastifyReply,
  ) => {
    const project = couldBeSecret(token)
      ? await app.db
          .selectFrom('project')
          .select(['id', 'name', 'language'])
          .where('token', '=', token)
          .where('is_active', '=', 1)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
      : undefined;
    const language = languageOf(project ? [project.language] : accepted.split(','));
    const secret = query[previewName];
    const isOpen =
      project !== undefined &&
      ((await previews.isLive(project)) || (typeof secret === 'string' && (await previews.opens(project, secret))));
    const page = pageOf({
      token,
      path: demoShopPath(token),
      language,
      name: isOpen ? project.name : null,
      texts: texts[language],
    });
    return reply
      .status(project === undefined ? 404 : 200)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(project === undefined ? page.replace(/<script.*<\/script>/, '') : page);
  };
  app.http.get('/demo/:token', show);
  app.http.get('/demo/:token/item', show);
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** The script fills it; without one it says that there is no shop. Nothing is inline, for the content policy. */
const pageOf = (page: DemoPage): string => `<!doctype html>
<html lang="${page.language}" data-page="${escaped(JSON.stringify(page))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.texts.demoShop)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo-shop.css">
<script src="/demo-shop.js" defer></script>
</head>
<body><main><h1>${escaped(page.texts.unknown)}</h1></main></body>
</html>`;

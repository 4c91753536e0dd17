import { demoShopPath } from '#contract/plugin/demo-shop.ts';
import type { Viewer } from './demo-cookie.ts';
import { Html, html } from './html.ts';
import type { Words } from '#plugin/words.ts';
import type { DemoTexts } from './texts/demo-texts.ts';
import type { SelectedProject } from '#server/access.ts';

/** Bundlers take a template that holds it for one that stands in a page, and call a package for it that a server doesn't have. */
const scriptEnd = new Html('</script>');
/** It decides before the first paint what is shown to somebody with a session. It is small, and loaded beside the styles. */
const ownScript = html`<script src="/demo-shop.js">${scriptEnd}`;

interface Frame {
  /** ISO 639-1. */
  readonly language: string;
  readonly title: string;
  readonly description: string;
  readonly scripts: Html | null;
  readonly about: Html | null;
  readonly body: Html;
}

/** Nothing of it is inline: its content policy lets no style or script run that stands in it. */
function framed({ language, title, description, scripts, about, body }: Frame): string {
  const page = html`<!doctype html>
    <html lang="${language}" ${about}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="description" content="${description}" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/demo-shop.css" />
        ${scripts}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  return page.text.replaceAll(/\n\s+/g, '\n');
}

/** Some sentences in place of a shop, of which the first says what is so, and the others what to do. */
export const messagePage = ({
  language,
  texts,
  sentences: [first, ...others],
  gateOf,
}: {
  readonly language: string;
  readonly texts: DemoTexts;
  readonly sentences: readonly [string, ...string[]];
  /** The project whose members get in by their session; null where nobody would. */
  readonly gateOf: SelectedProject | null;
}): string =>
  framed({
    language,
    title: texts.demoShop,
    description: first,
    scripts: gateOf && ownScript,
    about: gateOf && html`data-token="${gateOf.token}" data-gate`,
    body: html`<main class="message">
      <h1>${first}</h1>
      ${others.map((sentence) => html`<p>${sentence}</p>`)}
    </main>`,
  });

export interface Shown {
  readonly project: SelectedProject;
  readonly language: string;
  readonly texts: DemoTexts;
  readonly words: Words;
  readonly viewer: Viewer;
  readonly preview: string;
}

export function shopPage(shown: Shown, { title, query, content }: { title: string; query: string; content: Html }): string {
  const { project, language, texts, words, viewer, preview } = shown;
  const path = demoShopPath(project.token);
  const named = (text: string): string => text.replace('{project}', () => project.name);
  const search = words.say('search');
  return framed({
    language,
    title: title === '' ? `${project.name} · ${texts.demoShop}` : `${title} · ${project.name}`,
    description: named(texts.description),
    scripts: html`${ownScript}
      <script src="/plugin.js" data-token="${project.token}" data-preview="${preview}" data-demo="${path}" defer>${scriptEnd}`,
    about: html`data-token="${project.token}" data-viewer="${viewer}"`,
    body: html`<header>
        <div class="bar">
          <p>${named(texts.bar)}</p>
          <p class="actions">
            <button type="button" data-share>${texts.share}</button>
            <a href="/developer/plugin?p=${project.id}">${texts.settings}</a>
          </p>
          <p
            class="shared"
            role="status"
            data-until="${texts.sharedUntil}"
            data-for-all="${texts.sharedForAll}"
            data-failed="${texts.notShared}"
          ></p>
        </div>
        <div class="head">
          <a class="name" href="${path}">${project.name}</a>
          <form role="search" action="${path}" method="get">
            <input
              type="search"
              name="q"
              aria-label="${search}"
              placeholder="${search}"
              value="${query}"
              autocomplete="off"
              maxlength="1000"
            />
            <button type="submit">${search}</button>
          </form>
        </div>
        <p class="away" role="alert" hidden>${texts.away}</p>
      </header>
      <main>${content}</main>`,
  });
}

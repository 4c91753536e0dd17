import type { FastifyReply, FastifyRequest } from 'fastify';
import { demoShopPath } from '#contract/plugin/demo-shop.ts';
import { allows } from '#contract/permission.ts';
import { previewName } from '#contract/plugin/preview-link.ts';
import { failureOf, sendElsewhere, sendMessage, sendPage } from './demo-answers.ts';
import { demoContent, type DemoContent } from './demo-content.ts';
import { type Pass, passCookie, passOf } from './demo-cookie.ts';
import { shopPage, type Shown } from './demo-frame.ts';
import { openDemoShop } from '#features/developer/demo-shop/demo-shop.contract.ts';
import { demoShopStore } from './demo-shop.store.ts';
import { demoTexts } from './texts/demo-texts.ts';
import { shopPreviews } from '#features/developer/plugin/server/shop-previews.service.ts';
import { languageOf, wordsIn } from '#plugin/words.ts';
import type { Caller, SelectedProject } from '#server/access.ts';
import type { App } from '#server/app.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { Answer, serve } from '#server/serve.ts';
import type { Item } from '#contract/item.ts';
import { itemGrid, itemName, wholeItem } from './demo-items.ts';
import { html } from './html.ts';

/** The page gets another one by itself while its member is signed in. */
const passMilliseconds = 60 * 60 * 1_000;
/** Says of the calls of a page that everybody may see that no customer makes them. */
const openToAll = 'demo';
/** The search takes no longer one. */
const longestQuery = 1_000;

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;
type PageRequest = FastifyRequest<{ Params: { token: string }; Querystring: Query }>;
/** Who looks, and what the calls of their page say so by. */
type Seen = Pick<Shown, 'viewer' | 'preview'>;

/**
 * A plain shop with the items of a project and its plugin, to try and to show around before the shop itself has it. It is open to
 * everybody once live mode is on, and before that to members and to whoever has a preview link. What is searched in it isn't counted.
 */
export function serveDemoShop(app: App): void {
  const store = demoShopStore(app.db);
  const previews = shopPreviews(app);
  const content = demoContent(app);

  const cookieOf = ({ token }: SelectedProject, pass: Pass, untilMilliseconds: number): string =>
    passCookie(pass, { path: demoShopPath(token), untilMilliseconds, publicUrl: app.settings.publicUrl });

  serve(app, openDemoShop, async (_input, { project, rights }) => {
    const isDeveloper = allows(rights, 'developer');
    const until = Date.now() + passMilliseconds;
    const pass: Pass = { viewer: isDeveloper ? 'developer' : 'member', secret: await previews.passUntil(project, until) };
    const headers = { 'set-cookie': cookieOf(project, pass, until) };
    return new Answer<typeof openDemoShop>({ is_developer: isDeveloper }, { headers });
  });

  /** null for who may not look. */
  async function seenBy(project: SelectedProject, cookies: string | undefined): Promise<Seen | null> {
    const pass = passOf(cookies);
    if (pass && (await previews.opens(project, pass.secret))) return { viewer: pass.viewer, preview: pass.secret };
    return (await previews.isLive(project)) ? { viewer: 'guest', preview: openToAll } : null;
  }

  /** What stands in a link goes into what the browser keeps, so that it isn't in the address that is looked at, copied and told to others. */
  async function takeLink(reply: FastifyReply, project: SelectedProject, secret: string): Promise<FastifyReply> {
    if (await previews.opens(project, secret))
      reply.header('set-cookie', cookieOf(project, { viewer: 'guest', secret }, previews.endOf(secret)));
    return sendElsewhere(reply, demoShopPath(project.token));
  }

  async function sendShop(reply: FastifyReply, caller: Caller<'shop'>, seen: Seen, query: Query): Promise<FastifyReply> {
    const { project } = caller;
    const language = languageOf([project.language]);
    const shown: Shown = { project, language, texts: demoTexts[language], words: wordsIn(language, {}), ...seen };
    const itemId = textOf(query['item']);
    if (itemId !== '') {
      const item = await content.item(caller, itemId);
      return sendPage(reply, item === null ? 404 : 200, itemPage(shown, item));
    }
    const typed = textOf(query['q']).trim().slice(0, longestQuery);
    const found = await content.items(caller, typed);
    if (found === null) return sendMessage(reply, { status: 200, languages: [language], about: ['empty', 'importFeed'] });
    return sendPage(reply, 200, listPage(shown, typed, found));
  }

  async function send(request: PageRequest, reply: FastifyReply, project: SelectedProject): Promise<FastifyReply> {
    const languages = [project.language];
    const caller = visitorOf(request, project);
    app.limits.admit('shop', caller);
    if (!project.isActive) return sendMessage(reply, { status: 403, languages, about: ['inactive', 'activate'] });
    const secret = textOf(request.query[previewName]);
    if (secret !== '') return takeLink(reply, project, secret);
    const seen = await seenBy(project, request.headers.cookie);
    if (seen !== null) return sendShop(reply, caller, seen, request.query);
    return sendMessage(reply, { status: 403, languages, about: ['private', 'askForLink'], gateOf: project });
  }

  app.http.get('/demo/:token', async (request: PageRequest, reply) => {
    let languages = request.headers['accept-language']?.split(',').map((range) => range.trim()) ?? [];
    try {
      const project = await store.project(request.params.token);
      if (project === null) return await sendMessage(reply, { status: 404, languages, about: ['unknown', 'checkAddress'] });
      languages = [project.language];
      return await send(request, reply, project);
    } catch (error) {
      const told = failureOf(error);
      if (told === null) throw error;
      return sendMessage(reply, { ...told, languages });
    }
  });
}

/** A parameter that stands there twice is none. */
const textOf = (value: Query[string]): string => (typeof value === 'string' ? value : '');

const visitorOf = (request: FastifyRequest, project: SelectedProject): Caller<'shop'> => ({
  project,
  address: clientAddress(request),
  language: 'en',
  agent: request.headers['user-agent'] ?? '',
  isShopServer: false,
  hasSession: true,
  pageHost: null,
});

/** All items, or what a query finds; with the ways to the first categories, which the plugin shows. */
function listPage(shown: Shown, query: string, { items, totalCount, categories }: DemoContent): string {
  const { project, texts, words } = shown;
  const path = demoShopPath(project.token);
  const title = query === '' ? words.say('allItems') : words.say('resultsFor', { q: query });
  // As the plugin writes what it shows into the address.
  const ofCategory = (field: string, value: string): string =>
    `${path}?${String(new URLSearchParams({ aisle: '', 'aisle-filters': JSON.stringify({ [field]: [value] }) }))}`;
  const content = html`${
      categories.length > 1 &&
      html`<nav aria-label="${texts.categories}">
        <ul class="categories">
          ${categories.map(({ field, value }) => html`<li><a href="${ofCategory(field, value)}">${value}</a></li>`)}
        </ul>
      </nav>`
    }
    <h1>${title} <span class="count">${words.number(totalCount)}</span></h1>
    ${items.length === 0 ? html`<p>${words.say('nothingFound', { q: query })}</p>` : itemGrid(items, { path, words })}`;
  return shopPage(shown, { title: query === '' ? '' : title, query, content });
}

function itemPage(shown: Shown, item: Item | null): string {
  const { project, texts, words } = shown;
  const path = demoShopPath(project.token);
  if (item !== null)
    return shopPage(shown, { title: itemName(item), query: '', content: wholeItem(item, { path, words, texts }) });
  const content = html`<h1>${texts.itemGone}</h1>
    <p><a href="${path}">${texts.allItems}</a></p>`;
  return shopPage(shown, { title: texts.itemGone, query: '', content });
}

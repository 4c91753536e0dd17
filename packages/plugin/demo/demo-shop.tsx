import { type ComponentChildren, render } from 'preact';
import { type DemoPage, previewName } from '#contract/plugin/plugin-preview.ts';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import type { PluginStart } from '#contract/plugin/plugin-settings.ts';
import { Aisle, run } from '#plugin/begin.ts';
import { type PlainItem, CallFailure, type FrontCalls, frontCalls } from '#plugin/calls.ts';
import { InStock, Picture, Price, SoldOut, shownItemOf } from '#plugin/item.tsx';
import { Shop } from '#plugin/shop.ts';
import './demo-shop.css';

const page = JSON.parse(document.documentElement.dataset['page'] ?? '{}') as DemoPage;
const { path, texts } = page;

interface Pass {
  readonly name: string;
  readonly preview: string;
}
const storageName = `aisle-demo-${page.token}`;

/** From a preview link, and on later pages of this tab. */
function linkPass(): Pass | null {
  const preview = new URL(location.href).searchParams.get(previewName);
  if (preview !== null && page.name !== null) {
    sessionStorage.setItem(storageName, JSON.stringify({ name: page.name, preview }));
    history.replaceState(null, '', location.pathname);
  }
  return JSON.parse(sessionStorage.getItem(storageName) ?? 'null') as Pass | null;
}

/** With the session of the console, which is on this origin. */
async function memberPass(): Promise<Pass | null> {
  const session = localStorage.getItem('id_token');
  if (session === null) return null;
  const headers = { [sessionHeader]: session, [projectHeader]: page.token, 'content-type': 'application/json' };
  const response = await fetch('/api/demo_shop/open', { method: 'POST', headers, body: '{}' });
  return response.ok ? ((await response.json()) as Envelope<Pass>).data : null;
}

/** Anything but a secret marks calls that aren't counted. */
const guestPass = (): Pass | null => (page.name === null ? null : { name: page.name, preview: 'demo' });

interface Opened {
  readonly name: string;
  readonly calls: FrontCalls;
  readonly start: PluginStart;
}

async function open(): Promise<Opened | null> {
  for (const passOf of [linkPass, guestPass, memberPass]) {
    const pass = await passOf();
    if (pass === null) continue;
    const calls = inDemo(frontCalls({ script: location.origin, token: page.token, preview: pass.preview }));
    try {
      return { name: pass.name, calls, start: await calls.get<PluginStart>('plugin', {}) };
    } catch (error) {
      if (!(error instanceof CallFailure && error.isRefused)) throw error;
    }
  }
  return null;
}

const inDemo = (calls: FrontCalls): FrontCalls => ({
  ...calls,
  get: async <Data,>(...asked: Parameters<FrontCalls['get']>): Promise<Data> =>
    withPages(await calls.get<object>(...asked)) as Data,
});

function withPages(answer: object): object {
  if ('settings' in answer) {
    const own = { field_selector: 'input', hide_selector: '', results: 'page', page_path: path, page_selector: 'main' } as const;
    const start = answer as PluginStart;
    return { ...start, settings: { ...start.settings, ...own } };
  }
  const lists = Object.entries(answer).map(([name, value]: [string, unknown]) => {
    if (name === 'items')
      return [name, (value as PlainItem[]).map((item) => ({ ...item, url: `${path}/item?id=${encodeURIComponent(item.id)}` }))];
    return [name, name === 'collections' || name === 'columns' ? (value as object[]).map(withPages) : value];
  });
  return Object.fromEntries(lists) as object;
}

function show({ name, calls, start }: Opened): void {
  const shop = new Shop({ calls, language: page.language }, start);
  const search = shop.words.say('search');
  document.title = `${name} · ${texts.demoShop}`;
  const isItem = location.pathname !== path;
  draw(
    <>
      <header>
        {!isItem && <h1 class="unseen">{texts.demoShop}</h1>}
        <p class="bar">{texts.bar.replace('{project}', () => name)}</p>
        <div class="head">
          <a class="name" href={path}>
            {name}
          </a>
          <form role="search" action={path}>
            <input type="search" name="q" aria-label={search} placeholder={search} autocomplete="off" maxLength={1000} />
          </form>
        </div>
      </header>
      <main>{isItem && <h1 class="unseen">{texts.demoShop}</h1>}</main>
    </>,
  );
  run(shop, new Aisle());
  if (isItem) void showItem(shop, new URL(location.href).searchParams.get('id') ?? '');
}

async function showItem(shop: Shop, id: string): Promise<void> {
  const main = document.querySelector('main')!;
  const back = <a href={path}>{texts.allItems}</a>;
  try {
    const { item: whole } = await shop.calls.get<{ item: PlainItem }>(`items/${encodeURIComponent(id)}`, {});
    const item = shownItemOf(whole);
    const description = whole['description'];
    render(
      <article class="item">
        <Picture address={item.image} widthPx={480} />
        <div>
          <h1>{item.name}</h1>
          <p>{item.brand}</p>
          <p>
            <Price shop={shop} item={item} /> <SoldOut shop={shop} item={item} />
            <InStock shop={shop} item={item} />
          </p>
          {typeof description === 'string' && <p class="description">{description}</p>}
          {item.url !== undefined && (
            <p>
              <a href={item.url} target="_blank" rel="noopener noreferrer nofollow">
                {texts.openInShop}
              </a>
            </p>
          )}
          {back}
        </div>
      </article>,
      main,
    );
  } catch (error) {
    const isGone = error instanceof CallFailure && error.isRefused;
    render([<h1 key="said">{isGone ? texts.itemGone : texts.away}</h1>, back], main);
  }
}

const draw = (content: ComponentChildren): void => {
  document.body.replaceChildren();
  render(content, document.body);
};
const say = (sentence: string): void =>
  draw(
    <main>
      <h1>
        <span role="alert">{sentence}</span>
      </h1>
    </main>,
  );

open().then(
  (opened) => (opened === null ? say(texts.private) : show(opened)),
  () => say(texts.away),
);

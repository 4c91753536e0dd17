import pageCss from './preview-page.css?inline';
import type { PreviewDraft, PreviewNews, PreviewView } from '#contract/plugin/plugin-preview.ts';
import { Aisle, run } from '#plugin/begin.ts';
import { CallFailure, type FrontCalls, frontCalls, type Parameters } from '#plugin/calls.ts';
import { Shop, sheetOf } from '#plugin/shop.ts';
import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';

/** The settings of a shop in a page that isn't its own: selectors of the shop name nothing here, and this page is where results stand. */
export const settingsInPreview = (settings: PluginSettings, view: PreviewView, path: string): PluginSettings => ({
  ...settings,
  field_selector: 'input',
  hide_selector: '',
  page_selector: 'main',
  page_path: path,
  // Beside the panel there would be results already.
  results: view === 'panel' ? 'over' : settings.results,
});

const smallScreen = '(max-width: 640px)';

/** Has the plugin do what a visitor would: type a query, or search for it. */
class ShownView {
  readonly #aisle: Aisle;
  readonly #input: HTMLInputElement;
  #shown = '';
  #isSmall = false;

  constructor(aisle: Aisle, input: HTMLInputElement) {
    this.#aisle = aisle;
    this.#input = input;
  }

  show({ view, query, language, start: { settings } }: PreviewDraft): void {
    const isSmall = matchMedia(smallScreen).matches;
    const shown = JSON.stringify([view, query, language, settings.results, settings.texts]);
    const isOther = shown !== this.#shown || isSmall !== this.#isSmall;
    this.#shown = shown;
    this.#isSmall = isSmall;
    this.#input.value = query;
    if (view === 'panel' && !isSmall) {
      if (isOther) this.#aisle.close();
      // Prices and brands come and go with what is redrawn.
      this.#input.dispatchEvent(new Event('input', { bubbles: true }));
    } else if (isOther && query.trim() !== '') this.#open(view, query);
    else if (isOther) this.#aisle.close();
  }

  #open(view: PreviewDraft['view'], query: string): void {
    this.#input.dispatchEvent(new FocusEvent('blur'));
    this.#aisle.close();
    if (view === 'panel') this.#input.dispatchEvent(new FocusEvent('focus'));
    else this.#aisle.search(query);
  }
}

/** Frames share a tab's history: searches in the preview add no entries to it, and closing results leads nowhere. */
export function stillHistory(): void {
  const put = history.replaceState.bind(history);
  history.pushState = (state: { readonly aisle?: object }, _title, address): void =>
    put({ ...state, aisle: { ...state.aisle, owner: null } }, '', address);
}

/** The console's own page, which has this one in a frame. */
const report = (news: PreviewNews): void => parent.postMessage(news, location.origin);

const triesAgainMilliseconds = 1_000;

/** Reports responses to the console. Counts nothing, and tries once more before it reports a failure. */
export const reported = (calls: FrontCalls): FrontCalls => ({
  isUp: () => true,
  send: () => undefined,
  async get<Data>(name: string, parameters: Parameters, signal?: AbortSignal): Promise<Data> {
    try {
      const answer = await calls.get<Data>(name, parameters, signal).catch(async (error: unknown) => {
        if (signal?.aborted === true || (error instanceof CallFailure && error.isRefused)) throw error;
        await new Promise((resolve) => setTimeout(resolve, triesAgainMilliseconds));
        return calls.get<Data>(name, parameters, signal);
      });
      report({ kind: 'answered' });
      return answer;
    } catch (error) {
      if (signal?.aborted !== true) report({ kind: 'failed', code: error instanceof CallFailure ? error.code : undefined });
      throw error;
    }
  },
});

let shop: Shop | null = null;
let view: ShownView | null = null;

function show(draft: PreviewDraft): void {
  const field = document.querySelector('input')!;
  document.documentElement.lang = draft.language;
  const start = { ...draft.start, settings: settingsInPreview(draft.start.settings, draft.view, location.pathname) };
  if (shop === null) {
    const place = { script: location.href, token: draft.token, preview: 'console' };
    const calls = reported(frontCalls(place));
    shop = new Shop({ calls, language: null, visit: (address) => report({ kind: 'leaves', address }) }, start);
    const aisle = new Aisle();
    run(shop, aisle);
    view = new ShownView(aisle, field);
  } else shop.apply(start);
  field.ariaLabel = field.placeholder = shop.words.say('search');
  view?.show(draft);
}

/** Links would leave the frame. */
const stay = (event: MouseEvent): void => {
  const isLink = event.composedPath().some((one) => one instanceof HTMLAnchorElement);
  if (isLink) event.preventDefault();
};

if (parent !== window) {
  document.adoptedStyleSheets.push(sheetOf(pageCss));
  stillHistory();
  quietFocus();
  addEventListener('click', stay);
  addEventListener('auxclick', stay);
  addEventListener('message', ({ data, origin, source }: MessageEvent<PreviewDraft>) => {
    if (origin === location.origin && source === parent && data.kind === 'draft') show(data);
  });
  report({ kind: 'ready' });
}

/** Keeps the focus in the console while the query is typed there. */
function quietFocus(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (this: HTMLElement, options) {
    if (document.hasFocus()) focus.call(this, options);
  };
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    if (document.hasFocus()) showModal.call(this);
    else this.setAttribute('open', '');
  };
}

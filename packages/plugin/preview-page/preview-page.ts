import type { PreviewDraft, PreviewNews } from '#contract/plugin/plugin-preview.ts';
import { Aisle } from '#plugin/aisle.ts';
import { run } from '#plugin/begin.ts';
import { type FrontCalls, frontCalls, type Parameters } from '#plugin/calls/front-calls.ts';
import { Sheet } from '#plugin/look/shadow.ts';
import { Shop } from '#plugin/shop.ts';
import pageCss from './preview-page.css?inline';
import { settingsInPreview } from './settings-in-preview.ts';
import { ShownView } from './shown-view.ts';
import { stillHistory } from './still-history.ts';

/** The console's own page, which has this one in a frame. */
const tell = (news: PreviewNews): void => parent.postMessage(news, location.origin);

/** Reports responses to the console. Counts nothing, and retries after a failure. */
const reported = (calls: FrontCalls): FrontCalls => ({
  isUp: () => true,
  send: () => undefined,
  async get<Data>(name: string, parameters: Parameters, signal?: AbortSignal): Promise<Data> {
    try {
      const answer = await calls.get<Data>(name, parameters, signal);
      tell({ kind: 'answered' });
      return answer;
    } catch (error) {
      if (signal?.aborted !== true) tell({ kind: 'failed' });
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
    shop = new Shop({ calls, language: null, nonce: '', visit: (address) => tell({ kind: 'leaves', address }) }, start);
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
  new Sheet(pageCss, '').addTo(document);
  stillHistory();
  quietFocus();
  addEventListener('click', stay);
  addEventListener('auxclick', stay);
  addEventListener('message', ({ data, origin, source }: MessageEvent<PreviewDraft>) => {
    if (origin === location.origin && source === parent && data.kind === 'draft') show(data);
  });
  tell({ kind: 'ready' });
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

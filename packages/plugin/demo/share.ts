import { previewName } from '#contract/plugin/preview-link.ts';
import { callAsMember } from './session.ts';

interface PluginState {
  readonly is_live: boolean;
  readonly preview: { readonly secret: string; readonly until: number } | null;
}

/** Of the links that work, the one that there is: making another one would end it for everybody who has it. */
async function sharedPlugin(): Promise<PluginState> {
  const state = await callAsMember<PluginState>('GET', '/api/plugin');
  return state.is_live || state.preview !== null ? state : callAsMember<PluginState>('POST', '/api/plugin/preview');
}

/** The button shows the address to send to others, selected, and copies it where the browser lets it. */
export function offerSharing(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-share]');
  const place = document.querySelector<HTMLElement>('.shared');
  if (button === null || place === null) return;
  const { until = '', forAll = '', failed = '' } = place.dataset;
  const share = async (): Promise<void> => {
    const { is_live: isLive, preview } = await sharedPlugin();
    const address = new URL(location.pathname, location.origin);
    const day = new Date(preview?.until ?? 0).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
    if (!isLive) address.searchParams.set(previewName, preview?.secret ?? '');
    show(place, isLive ? forAll : until.replace('{until}', day), address.href);
  };
  button.addEventListener('click', () => {
    button.disabled = true;
    share()
      .catch(() => show(place, failed, null))
      .finally(() => (button.disabled = false));
  });
}

function show(place: HTMLElement, sentence: string, address: string | null): void {
  const text = document.createElement('span');
  text.textContent = sentence;
  place.replaceChildren(text);
  if (address === null) return;
  const field = document.createElement('input');
  Object.assign(field, { type: 'text', readOnly: true, value: address, ariaLabel: sentence });
  place.append(field);
  field.select();
  void navigator.clipboard?.writeText(address).catch(() => undefined);
}

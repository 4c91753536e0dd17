import type { PluginSettings, PluginStart } from '#contract/plugin/plugin-settings.ts';
import type { FrontCalls } from './calls.ts';
import pluginCss from '#plugin/styles/plugin.css?inline';
import { languageOf, type Words, wordsIn } from '#plugin/words.ts';
import { luminance, readableOn, textOn } from '#contract/plugin/colours.ts';

const darkBelow = 0.18;
const opaqueFrom = 0.5;

/** Whether the shop's page is dark where this element stands: the first ground under it that isn't see-through. */
function standsOnDark(element: Element): boolean {
  for (let place: Element | null = element; place !== null; place = place.parentElement) {
    const [red = byteMaximum, green = byteMaximum, blue = byteMaximum, alpha = 1] = (
      getComputedStyle(place).backgroundColor.match(/[\d.]+/g) ?? []
    ).map(Number);
    if (alpha >= opaqueFrom) return luminance([red, green, blue]) < darkBelow;
  }
  return false;
}
const byteMaximum = 255;

const light = { surface: '#ffffff', soft: '#f4f5f7', line: '#e3e6ea', ink: '#1b1e23', grey: '#5d646e' };
const dark = { surface: '#1d1f23', soft: '#292c31', line: '#3a3e45', ink: '#f2f3f5', grey: '#a9b0ba' };

function themeCss({ accent, corners, theme }: PluginSettings): string {
  const isDark = theme === 'shop' ? standsOnDark(document.body) : theme === 'dark';
  const tones = isDark ? dark : light;
  const font = getComputedStyle(document.body).fontFamily;
  const variables = {
    ...tones,
    accent,
    'on-accent': textOn(accent),
    'accent-ink': readableOn(tones.soft, accent),
    corners: `${corners}px`,
    font: font || 'system-ui, sans-serif',
    scheme: isDark ? 'dark' : 'light',
  };
  const written = Object.entries(variables).map(([name, value]) => `--aisle-${name}:${value}`);
  return `:host{${written.join(';')}}`;
}

interface ShopPlace {
  readonly calls: FrontCalls;
  /** What the script's element asks for; null where it says nothing. */
  readonly language: string | null;
  readonly visit?: Shop['visit'];
}

const leave = (address: string, isInstead = false): void => (isInstead ? location.replace(address) : location.assign(address));

export class Shop {
  readonly calls: FrontCalls;
  /** `isInstead` of the page that is shown, which going back doesn't lead to then. */
  readonly visit: (address: string, isInstead?: boolean) => void;
  start!: PluginStart;
  words!: Words;
  readonly #language: string | null;
  readonly #theme = sheetOf('');
  readonly sheets = [sheetOf(pluginCss), this.#theme];
  readonly #listeners = new Set<() => void>();

  constructor({ calls, language, visit = leave }: ShopPlace, start: PluginStart) {
    this.calls = calls;
    this.visit = visit;
    this.#language = language;
    this.apply(start);
  }

  apply(start: PluginStart): void {
    const { settings, language } = start;
    this.start = start;
    this.words = wordsIn(languageOf([this.#language, document.documentElement.lang, language]), settings.texts);
    this.#theme.replaceSync(themeCss(settings));
    for (const listener of this.#listeners) listener();
  }

  /** Calls back after each change of the settings. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get settings(): PluginSettings {
    return this.start.settings;
  }
}

export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

export interface Part {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
}

export function partOf(name: string, { sheets }: Shop): Part {
  const host = document.createElement('div');
  host.dataset['aisle'] = name;
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [...sheets];
  return { host, root };
}

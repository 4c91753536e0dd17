import type { PluginSettings, PluginStart } from '#contract/plugin-settings.ts';
import type { FrontCalls } from '#plugin/calls/front-calls.ts';
import { Sheet } from '#plugin/look/shadow.ts';
import { themeCss } from '#plugin/look/theme.ts';
import baseCss from '#plugin/styles/base.css?inline';
import { languageOf, type Words, wordsIn } from '#plugin/words.ts';

interface ShopPlace {
  readonly calls: FrontCalls;
  /** What the script's element asks for; null where it says nothing. */
  readonly language: string | null;
  readonly nonce: string;
  /** Leads to another page; the browser does where nothing is said. */
  readonly visit?: Shop['visit'];
}

const leave = (address: string, isInstead = false): void => (isInstead ? location.replace(address) : location.assign(address));

/** All that the parts of the plugin share: the settings of the shop, and what comes of them. */
export class Shop {
  readonly calls: FrontCalls;
  readonly nonce: string;
  /** `isInstead` of the page that is shown, which going back doesn't lead to then. */
  readonly visit: (address: string, isInstead?: boolean) => void;
  start!: PluginStart;
  words!: Words;
  readonly #language: string | null;
  readonly #theme: Sheet;
  readonly #base: Sheet;
  readonly #listeners = new Set<() => void>();

  constructor({ calls, language, nonce, visit = leave }: ShopPlace, start: PluginStart) {
    this.calls = calls;
    this.nonce = nonce;
    this.visit = visit;
    this.#language = language;
    this.#theme = new Sheet('', nonce);
    this.#base = new Sheet(baseCss, nonce);
    this.apply(start);
  }

  /** Shows these settings from now on, wherever the plugin stands already. */
  apply(start: PluginStart): void {
    const { settings, language } = start;
    this.start = start;
    this.words = wordsIn(languageOf([this.#language, document.documentElement.lang, language]), settings.texts);
    this.#theme.replace(themeCss(settings));
    for (const listener of this.#listeners) listener();
  }

  /** Calls back after each change of the settings. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get settings(): PluginSettings {
    return this.start.settings;
  }

  /** What every part is drawn with, before its own. */
  get sheets(): readonly Sheet[] {
    return [this.#base, this.#theme];
  }
}

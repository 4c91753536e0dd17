import type { Shop } from '#plugin/shop.ts';
import { Sheet } from './shadow.ts';

/** Hides what the shop has its plugin stand in for, such as suggestions of its own. */
export function hideOf(shop: Shop): void {
  const sheet = new Sheet('', shop.nonce);
  const show = (): void => {
    const { hide_selector: selector } = shop.settings;
    // A selector that ends the rule would begin another one.
    sheet.replace(selector === '' || !CSS.supports(`selector(${selector})`) ? '' : `${selector} { display: none !important }`);
  };
  sheet.addTo(document);
  shop.onChange(show);
  show();
}

import type { Shop } from './shop.ts';
import { Sheet } from './look/shadow.ts';

/** Hides what the shop has its plugin stand in for, such as suggestions of its own. */
export function hideOf(shop: Shop): void {
  const sheet = new Sheet('', shop.nonce);
  const show = (): void => {
    const { hide_selector: selector } = shop.settings;
    // Text that ends the rule would begin another one. `CSS.supports` accepts such text, as a condition of several parts.
    sheet.replace(isSelector(selector) ? `${selector} { display: none !important }` : '');
  };
  sheet.addTo(document);
  shop.onChange(show);
  show();
}

function isSelector(text: string): boolean {
  try {
    document.createDocumentFragment().querySelector(text);
    return text !== '';
  } catch {
    return false;
  }
}

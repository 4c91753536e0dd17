import type { Events } from './events.ts';

/** Tells of each click on an element with `data-aisle-cart="<item id>"`; `data-quantity`, `data-price` and `data-currency` go along. */
export function listenToCartButtons(events: Events): void {
  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-aisle-cart]') : null;
      if (button === null) return;
      const { aisleCart: id = '', quantity, price, currency } = button.dataset;
      const item = { item_id: id, ...numberOf('quantity', quantity), ...numberOf('price', price), ...(currency && { currency }) };
      if (id !== '') events.took('cart', [item]);
    },
    // Shops stop clicks on such buttons to stay on the page.
    { capture: true },
  );
}

const numberOf = (name: 'quantity' | 'price', text: string | undefined): Partial<Record<typeof name, number>> => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? { [name]: value } : {};
};

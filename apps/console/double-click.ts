function pressedBy({ target }: Event): Element | null {
  return target instanceof Element ? (target.closest('a, button, label, input') ?? target) : null;
}

/** Drops the second click of a double click if the first one put another control under the pointer. */
export function keepDoubleClicksTogether(): void {
  let first: Element | null = null;
  let isElsewhere = false;
  addEventListener(
    'mousedown',
    (event) => {
      const pressed = pressedBy(event);
      if (event.detail <= 1) first = pressed;
      isElsewhere = pressed !== first;
    },
    { capture: true },
  );
  addEventListener(
    'click',
    (event) => {
      if (event.detail <= 1 || !isElsewhere) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}

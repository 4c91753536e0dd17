/** What a press is on: the control around it, or the place itself. */
function pressedBy({ target }: Event): Element | null {
  return target instanceof Element ? (target.closest('a, button, label, input') ?? target) : null;
}

/** Otherwise what a first click takes away or lays over the page would give the second one to something else. */
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

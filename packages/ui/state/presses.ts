let isPressed = false;
const waiting = new Set<() => void>();

function release(): void {
  isPressed = false;
  const runs = [...waiting];
  waiting.clear();
  for (const run of runs) run();
}

window.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { capture: true });

/** Runs after the current press, as a layout change would move its target. */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.add(run);
  else run();
}

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

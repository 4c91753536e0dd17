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

/**
 * Runs at once, or when the pointer that is down is let go. A press takes the focus away from a field; what then moves the page would
 * take the rest of the click away from what was pressed.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.add(run);
  else run();
}

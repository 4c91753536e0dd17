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

/** A press takes the focus from a field; what then moves the page would take the rest of the click from its target. */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.add(run);
  else run();
}

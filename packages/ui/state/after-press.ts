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

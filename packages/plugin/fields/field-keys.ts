import type { PanelModel } from '#plugin/panel/panel-model.ts';

/** Keys as the pattern of a combobox has them. Answers whether the key was for the panel. */
export function actOnKey(event: KeyboardEvent, input: HTMLInputElement, model: PanelModel, take: () => void): boolean {
  const { isOpen, active } = model.state;
  const isRightToLeft = getComputedStyle(input).direction === 'rtl';
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp':
      if (isOpen) model.move(event.key === 'ArrowDown' ? 1 : -1);
      else model.type(input.value, 0);
      return true;
    case 'ArrowRight':
    case 'ArrowLeft':
      // Within the typed text they move the caret.
      return isOpen && active !== null && model.cross((event.key === 'ArrowRight') === isRightToLeft ? 'side' : 'items');
    case 'Enter':
      if (model.chosen === undefined) return false;
      take();
      return true;
    case 'Escape':
      return escape(input, model, isOpen);
    default:
      return false;
  }
}

/** Closes the panel first, then clears the field. */
function escape(input: HTMLInputElement, model: PanelModel, isOpen: boolean): boolean {
  if (isOpen) model.close();
  else if (input.value !== '') {
    input.value = '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  } else return false;
  return true;
}

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

let openCount = 0;
let overflowBefore = '';

function hold(step: 1 | -1): void {
  const { style } = document.documentElement;
  if (openCount === 0) overflowBefore = style.getPropertyValue('overflow');
  openCount += step;
  style.setProperty('overflow', openCount > 0 ? 'hidden' : overflowBefore);
}

/**
 * A dialog that fills the screen for as long as it is drawn: nothing else can be reached. Escape asks for its end. The focus is on its first
 * control, or on the dialog itself, which opens no keyboard of a phone.
 */
export function useModal(onClose: () => void, focusesControl: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const cancel = (event: Event): void => {
      event.preventDefault();
      onClose();
    };
    element?.addEventListener('cancel', cancel);
    return () => element?.removeEventListener('cancel', cancel);
  }, [onClose]);
  const begins = useRef(focusesControl);
  // Within the touch that asked for it, or phones show no keyboard.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    if (!begins.current) element.focus();
    hold(1);
    return () => {
      element.close();
      hold(-1);
    };
  }, []);
  return dialog;
}

import { createStore } from '#ui/state/store.ts';
import { t } from '#ui/text/i18n.ts';
import { errorText } from './error-text.ts';

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'success' | 'failure';
  readonly durationMs: number;
  readonly actions: readonly ToastAction[];
}

interface ToastOptions {
  readonly text: string;
  readonly kind?: Toast['kind'];
  readonly action?: ToastAction;
  readonly undo?: (() => void) | undefined;
  readonly durationMs?: number;
}

const durations = { success: 4_000, failure: 10_000 } as const;
export const undoMs = 10_000;
const maximumShown = 4;

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

export function toast({ text, kind = 'success', action, undo, durationMs = undo ? undoMs : durations[kind] }: ToastOptions) {
  const id = ++lastId;
  const actions = [...(action ? [action] : []), ...(undo ? [{ label: t('Undo'), run: undo }] : [])];
  // Undoing an earlier change with the same text would fail.
  const others = toasts.get().filter((shown) => shown.text !== text);
  toasts.set([...others, { id, text, kind, durationMs, actions }].slice(-maximumShown));
}

export async function orToast(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast({ text: errorText(error), kind: 'failure' });
  }
}

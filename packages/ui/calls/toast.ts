import { createStore } from '#ui/state/store.ts';
import { errorText } from './error-text.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'success' | 'failure';
  readonly durationMs: number;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

interface ToastOptions {
  readonly text: string;
  readonly kind?: Toast['kind'];
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly durationMs?: number;
}

const successMs = 4_000;
const failureMs = 10_000;
export const undoMs = 10_000;
const maximumShown = 4;

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

export function toast({ text, kind = 'success', action, durationMs = kind === 'success' ? successMs : failureMs }: ToastOptions) {
  const id = ++lastId;
  toasts.set([...toasts.get(), { id, text, kind, durationMs, action: action ?? null }].slice(-maximumShown));
}

export async function orToast(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast({ text: errorText(error), kind: 'failure' });
  }
}

import { useLayoutEffect } from 'react';

/** Forms with changes that were not saved. */
const unsaved = new Set<object>();

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Keeps the person from leaving by accident while `isDirty`. */
export function useUnsaved(isDirty: boolean): void {
  useLayoutEffect(() => {
    if (!isDirty) return;
    const form = {};
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isDirty]);
}

/** Forgets them all, after saving or when the person agreed to lose them. */
export const forgetUnsaved = (): void => unsaved.clear();

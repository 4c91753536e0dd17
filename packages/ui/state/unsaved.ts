import { useLayoutEffect } from 'react';

/** Forms with changes that were not saved, and pages whose own draft outlives their drawers. */
const unsaved = { form: new Set<object>(), page: new Set<object>() };
type Kind = keyof typeof unsaved;

/** @param isOtherPage whether the page itself is left, and not only a drawer or dialog of it. */
export const hasUnsaved = (isOtherPage = true): boolean => unsaved.form.size > 0 || (isOtherPage && unsaved.page.size > 0);

/** Keeps the person from leaving by accident while `isDirty`. */
export function useUnsaved(isDirty: boolean, kind: Kind = 'form'): void {
  useLayoutEffect(() => {
    if (!isDirty) return;
    const draft = {};
    unsaved[kind].add(draft);
    return () => void unsaved[kind].delete(draft);
  }, [isDirty, kind]);
}

/** Forgets the forms, after saving or when the person agreed to lose them; with `page`, the page's draft. */
export const forgetUnsaved = (kind: Kind = 'form'): void => unsaved[kind].clear();

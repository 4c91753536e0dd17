import { useLayoutEffect } from 'react';

/** `page`: a draft that outlives drawers. */
const unsaved = { form: new Set<object>(), page: new Set<object>() };
type Kind = keyof typeof unsaved;

export const hasUnsaved = (isOtherPage = true): boolean => unsaved.form.size > 0 || (isOtherPage && unsaved.page.size > 0);

export function useUnsaved(isDirty: boolean, kind: Kind = 'form'): void {
  useLayoutEffect(() => {
    if (!isDirty) return;
    const draft = {};
    unsaved[kind].add(draft);
    return () => void unsaved[kind].delete(draft);
  }, [isDirty, kind]);
}

export const forgetUnsaved = (kind: Kind = 'form'): void => unsaved[kind].clear();

/** Lazy: `Intl` formats take milliseconds each. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

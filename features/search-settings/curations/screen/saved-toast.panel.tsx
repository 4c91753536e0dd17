import { toast, undoMs } from '#ui/calls/toast.ts';
import { t } from '#ui/text/i18n.ts';
import { useRegenerate } from '#features/search-settings/releases/screen/waiting.panel.tsx';
import type { Curation } from '#features/search-settings/curations/curations.contract.ts';

/** Says when a saved curation goes live. Changes that no search depends on, such as a new name, are live at once. */
export function useTellSaved(): (saved: Curation) => void {
  const regenerate = useRegenerate();
  return ({ state }) =>
    state === 'live'
      ? toast({ text: t('Saved. Live now.') })
      : toast({ text: t('Saved. Waits for midnight.'), action: { label: t('Regenerate'), run: regenerate }, durationMs: undoMs });
}

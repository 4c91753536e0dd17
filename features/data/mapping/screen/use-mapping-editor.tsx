import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FieldRule } from '#contract/values/field-rule.ts';
import { linkTo } from '#ui/state/address.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { t } from '#ui/text/i18n.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { toast, undoMs } from '#ui/calls/toast.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { listFeeds, readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { readMapping, resetMapping, saveMapping, type FeedMapping } from '#features/data/mapping/mapping.contract.ts';
import { draftFields, draftOf, isSameDraft, withRule, withUse, type DraftField, type MappingDraft } from './mapping-draft.ts';

export interface MappingEditor {
  readonly draft: MappingDraft;
  readonly fields: readonly DraftField[];
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly hasDecided: boolean;
  readonly setRule: (to: string, rule: FieldRule | null) => void;
  readonly setUse: (feedField: string, use: string) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly reset: () => Promise<void>;
  readonly startImport: () => void;
  readonly isStarting: boolean;
}

export function useMappingEditor(id: number, mapping: FeedMapping): MappingEditor {
  const client = useQueryClient();
  const navigate = useNavigate();
  const saved = draftOf(mapping);
  const [draft, setDraft] = useState(saved);
  const isDirty = !isSameDraft(draft, saved);
  const refreshes = [readFeed, listFeeds];
  const saving = useAction(saveMapping, { refreshes });
  const resetting = useAction(resetMapping, { refreshes });
  const reload = useAction(reloadFeed, { refreshes });

  const show = (next: FeedMapping) => {
    forgetUnsaved('page');
    client.setQueryData(query(readMapping, { id }).queryKey, next);
    setDraft(draftOf(next));
  };
  const write = (own: MappingDraft, done: () => void) =>
    saving.mutate({ id, ...own }, { onSuccess: (next) => (show(next), done()) });

  const save = () => write(draft, () => toast({ text: t('The mapping is saved. The next import uses it.') }));
  const reset = async () => {
    const isSure = await confirm({
      title: t('Go back to proposals?'),
      text: t('What you decided about {count} fields of this feed is forgotten.', {
        count: saved.rules.length + saved.left_out.length,
      }),
      confirmLabel: t('Back to proposals'),
      isDanger: true,
    });
    if (!isSure) return;
    const undo = { label: t('Undo'), run: () => write(saved, () => toast({ text: t('Your decisions are back.') })) };
    const done = () =>
      toast({ text: t('All fields are as proposed. The next import uses it.'), action: undo, durationMs: undoMs });
    resetting.mutate({ id }, { onSuccess: (next) => (show(next), done()) });
  };
  const openFeed = () => void navigate(linkTo('/data/import/edit', { id }));

  return {
    draft,
    fields: draftFields(mapping, draft),
    isDirty,
    isSaving: saving.isPending,
    hasDecided: saved.rules.length + saved.left_out.length > 0,
    setRule: (to, rule) => setDraft(withRule(draft, to, rule)),
    setUse: (feedField, use) => setDraft(withUse(mapping, draft, feedField, use)),
    save,
    discard: () => setDraft(saved),
    reset,
    startImport: () => reload.mutate({ id }, { onSuccess: openFeed }),
    isStarting: reload.isPending,
  };
}

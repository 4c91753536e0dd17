import { lazy, Suspense } from 'react';
import type { AnyCrud } from '#contract/crud.ts';
import { timedRuleFields } from '#contract/rows/rule-fields.ts';
import { later } from '#ui/page/later.tsx';
import type { OpenRecord, RecordDrawerProps } from './open-record.tsx';
import type { RulePreviewProps } from './rule-preview.tsx';

const Later = later(async () => (await import('./open-record.tsx')).OpenRecord) as typeof OpenRecord;

/** Opened by `?edit=new` or `?edit=3`. */
export const RecordDrawer = <C extends AnyCrud>(record: Omit<RecordDrawerProps<C>, 'isOpen'>) => (
  <Later<C> {...record} isOpen={record.crud.opened.key !== undefined} />
);

const LaterPreview = lazy(() => import('./rule-preview.tsx').catch(() => ({ default: () => null })));

export const RulePreview = (preview: RulePreviewProps) => (
  <Suspense>
    <LaterPreview {...preview} />
  </Suspense>
);

/** A row as it is previewed: without its validity. */
export const previewedRow = (values: object, id: number | undefined) => ({
  ...Object.fromEntries(Object.entries(values).filter(([name]) => !(name in timedRuleFields))),
  ...(id !== undefined && { id }),
});

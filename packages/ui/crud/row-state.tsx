import type { RowState } from '#contract/rows/rule-fields.ts';
import { Status } from '#ui/page/status.tsx';
import { msg, t } from '#ui/text/i18n.ts';

const states = {
  live: { kind: 'live', label: msg('Live') },
  waiting: { kind: 'waiting', label: msg('Waits for midnight') },
  leaving: { kind: 'waiting', label: msg('Removal waits') },
} as const satisfies Record<RowState, unknown>;

export function RowStateMark({ state }: { readonly state: RowState }) {
  const { kind, label } = states[state];
  return <Status kind={kind} label={t(label)} />;
}

import type * as z from 'zod/mini';
import type { RowState, TimedState } from '#contract/rows/rule-fields.ts';
import { ListFilter } from '#ui/list/search-input.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import type { AnyCrud } from '#contract/crud.ts';

const states: Readonly<Record<RowState | TimedState, string>> = {
  on: msg('Active'),
  live: msg('Live'),
  waiting: msg('Waits for midnight'),
  leaving: msg('Removal waits'),
  off: msg('Off'),
  coming: msg('Begins later'),
  ended: msg('Ended'),
};

export function StateFilter({ calls }: { readonly calls: AnyCrud }) {
  const { state } = calls.list.input.shape as { readonly state: z.ZodMiniOptional<z.ZodMiniEnum> };
  const possible = state._zod.def.innerType._zod.def.entries;
  const choices = Object.entries(states).filter(([name]) => name in possible);
  return (
    <ListFilter
      name="state"
      label={t('State')}
      all={t('All states')}
      choices={Object.fromEntries(choices.map(([name, word]) => [name, t(word)]))}
    />
  );
}

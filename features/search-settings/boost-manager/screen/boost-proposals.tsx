import { Button, Group } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { maximumBoost, maximumBoosts } from '#contract/limits.ts';
import {
  type BoostedField,
  type BoostRule,
  type Boosts,
  type FieldValues,
  madeOf,
  readFieldValues,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { blankBoost } from './boost-words.tsx';
import type { BoostEditor } from './use-boost-editor.tsx';

type Values = FieldValues['values'];

interface ProposedKind {
  readonly title: string;
  /** Best first. Whole names only: `embedded_options_available` isn't one of stock. */
  readonly names: readonly RegExp[];
  /** null for a field of another type, or without such a value. */
  readonly boostOf: (field: BoostedField, values: Values) => Partial<BoostRule> | null;
}

const inStock = /^(in[ _]?stock|skladem|true|yes|available|1)$/i;
const newForDays = 30;

const byValue = (value: Values[number]['value'] | undefined): Partial<BoostRule> | null =>
  value === undefined ? null : { value: [value] };

const inStockFirst: ProposedKind = {
  title: msg('Prefer items in stock'),
  names: [
    /^availability$/i,
    /^(in_?stock|is_in_stock|skladem)$/i,
    /^(is_)?available$|^dostupnost$|^stock_status$/i,
    /^(stock|sklad)$/i,
  ],
  boostOf: (field, values) =>
    madeOf(field) === 'number' ? { type: 'functional' } : byValue(values.find(({ value }) => inStock.test(String(value)))?.value),
};

export const isOfStock = ({ field }: Pick<BoostRule, 'field'>): boolean => inStockFirst.names.some((name) => name.test(field));

const kinds: readonly ProposedKind[] = [
  inStockFirst,
  {
    title: msg('Prefer new items'),
    names: [
      /^(date_)?(added|created|launched|published|released|available)(_(at|on|from|date))?$/i,
      /^(datum_)?(pridano|pridani|vydani)$/i,
    ],
    boostOf: (field) => (madeOf(field) === 'age' ? { type: 'functional', direction: 'falling', full_until: newForDays } : null),
  },
  {
    title: msg('Prefer best sellers'),
    names: [/^popularity$/i, /^(sold|sales|orders|prodano|prodeje)(_count)?$/i, /^(best_?seller|bestseller_rank)$/i],
    // Added, so that what hasn't sold yet keeps its score.
    boostOf: (field, values) =>
      madeOf(field) === 'number'
        ? { type: 'functional', operation: 'add', boost: 1 }
        : byValue(values.find(({ value }) => value === true)?.value),
  },
  {
    title: msg('Prefer items on sale'),
    names: [/^(is_)?(on_)?sale$|^discounted$|^(v_)?akci?$|^sleva$/i, /^price_before$/i],
    boostOf: (field, values) =>
      field.name === 'price_before'
        ? { type: 'functional', direction: 'falling', full_until: maximumBoost, boost: 1.5 }
        : byValue(values.find(({ value }) => value === true)?.value),
  },
];

const fieldFor = ({ names }: ProposedKind, fields: readonly BoostedField[]): BoostedField | undefined =>
  names.map((name) => fields.find((one) => one.is_boostable && one.found_count !== 0 && name.test(one.name))).find(Boolean);

/** Ready-made boosts from the project's own fields, each for a field that has none yet. */
export function useProposals({ boosts }: BoostEditor, data: Boosts) {
  const found = kinds.flatMap((kind) => {
    const field = fieldFor(kind, data.fields);
    return field ? [{ kind, field, needsValues: madeOf(field) === null }] : [];
  });
  const values = useQueries({
    queries: found.map(({ field, needsValues }) => ({
      ...query(readFieldValues, { c: data.collection_id, field: field.name }),
      enabled: needsValues,
    })),
  });
  if (boosts.length >= maximumBoosts) return [];
  return found.flatMap(({ kind, field, needsValues }, place) => {
    const known = values[place]?.data;
    if (boosts.some((one) => one.field === field.name) || (needsValues && known === undefined)) return [];
    const boost = kind.boostOf(field, known?.values ?? []);
    return boost ? [{ title: kind.title, boost: { ...blankBoost, ...boost, field: field.name } }] : [];
  });
}
export type Proposals = ReturnType<typeof useProposals>;

export const ProposalButtons = ({ proposals, editor }: { readonly proposals: Proposals; readonly editor: BoostEditor }) => (
  <Group gap={8} justify="center">
    {proposals.map(({ title, boost }) => (
      <Button
        key={title}
        size="compact-sm"
        variant="default"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => editor.put({ ...boost, id: editor.nextId })}
      >
        {t(title)}
      </Button>
    ))}
  </Group>
);

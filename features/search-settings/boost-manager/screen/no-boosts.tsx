import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { Empty } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import {
  madeOf,
  type BoostedField,
  type BoostRule,
  type FieldValues,
  readFieldValues,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';

/** Names of stock fields, best first. Whole names only: `embedded_options_available` isn't one. */
const stockNames = [
  /^availability$/i,
  /^(in_?stock|is_in_stock|skladem)$/i,
  /^(is_)?available$|^dostupnost$|^stock_status$/i,
  /^(stock|sklad)$/i,
];
const inStock = /^(in[ _]?stock|skladem|true|yes|available|1)$/i;

/** Proposes a boost for items in stock. */
export function useFirstBoost(collectionId: number, fields: readonly BoostedField[], isWanted: boolean) {
  const boostable = fields.filter((field) => field.is_boostable);
  const field = stockNames.map((name) => boostable.find((one) => name.test(one.name))).find(Boolean);
  const asked = query(readFieldValues, { c: collectionId, field: field?.name ?? '' });
  const { data } = useQuery({ ...asked, enabled: isWanted && field !== undefined });
  return { proposed: isWanted && field && data ? proposedBoost(field, data) : {} };
}

function proposedBoost(field: BoostedField, { values }: FieldValues): Partial<BoostRule> {
  if (madeOf(field) === 'number') return { field: field.name, type: 'functional' };
  const value = values.find((one) => inStock.test(String(one.value)))?.value;
  return value === undefined ? {} : { field: field.name, value: [value] };
}

export function NoBoosts({ first: { proposed } }: { readonly first: ReturnType<typeof useFirstBoost> }) {
  const [, change] = useAddress();
  const hasStock = proposed.field !== undefined;
  return (
    <Empty
      icon={Rocket}
      title={t('No boosts yet')}
      text={hasStock ? t('Boost items in stock first.') : t('Move up what sells, and down what doesn’t.')}
      action={<Button onClick={() => change({ edit: 'new' })}>{hasStock ? t('Boost items in stock') : t('Add boost')}</Button>}
    />
  );
}

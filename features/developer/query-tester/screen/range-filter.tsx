import { Group } from '@mantine/core';
import { useState } from 'react';
import type { SearchData } from '#contract/search.ts';
import { NumberField } from '#console-kit/form/number-field.tsx';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { FilterRange, TesterFilters } from './tester-filters.tsx';

interface RangeFilterProps {
  readonly facet: SearchData['facets'][number];
  readonly filters: TesterFilters;
}

export function RangeFilter({ facet: { field, min, max }, filters }: RangeFilterProps) {
  const range = filters.rangeOf(field);
  const follow = (changes: { readonly [Bound in keyof FilterRange]: FilterRange[Bound] | undefined }) => {
    const { from, to } = { ...range, ...changes };
    filters.setRange(field, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  };
  return (
    <Group gap={8} wrap="nowrap">
      <BoundInput
        key={`from ${range.from}`}
        label={t('from')}
        value={range.from}
        hint={min === undefined ? '' : formats.number(min)}
        set={(from) => follow({ from })}
      />
      <BoundInput
        key={`to ${range.to}`}
        label={t('to')}
        value={range.to}
        hint={max === undefined ? '' : formats.number(max)}
        set={(to) => follow({ to })}
      />
    </Group>
  );
}

interface BoundInputProps {
  readonly label: string;
  readonly value: number | undefined;
  /** The end of what was found, shown while there is no bound. */
  readonly hint: string;
  readonly set: (value: number | undefined) => void;
}

/** Followed when it is left or by Enter, so that a half-typed number doesn't filter. */
function BoundInput({ label, value, hint, set }: BoundInputProps) {
  const [draft, setDraft] = useState<number | string>(value ?? '');
  const follow = () => {
    const isRight = draft === '' || (typeof draft === 'number' && draft >= 0);
    const bound = typeof draft === 'number' ? draft : undefined;
    if (isRight && bound !== value) set(bound);
  };
  return (
    <NumberField
      size="xs"
      label={label}
      value={draft}
      onChange={setDraft}
      placeholder={hint}
      min={0}
      hasSteps={false}
      onBlur={follow}
      onKeyDown={(event) => event.key === 'Enter' && follow()}
    />
  );
}

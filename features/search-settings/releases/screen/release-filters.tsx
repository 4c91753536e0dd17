import { NativeSelect, Text } from '@mantine/core';
import { addDays, startOfDay } from '#contract/days.ts';
import { useDateRange } from '#ui/dates/date-choice.ts';
import { DateRangePicker } from '#ui/dates/date-range.tsx';
import type { ReleasedKind } from '#ui/releases/released-kind.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

/** The filters in the address: `?kind=synonyms&person=3`, and days. */
export function useReleaseFilter() {
  const [{ kind, person }] = useAddress();
  const { from, to, time_zone: timeZone } = useDateRange();
  const filter = {
    ...(kind !== undefined && { source: kind }),
    ...(person !== undefined && { user_id: Number(person) }),
    ...(from !== undefined &&
      to !== undefined &&
      timeZone !== undefined && { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }),
  };
  return { filter, isFiltered: Object.keys(filter).length > 0 };
}

interface ReleaseFiltersProps {
  readonly kinds: readonly ReleasedKind[];
  readonly people: readonly { readonly id: number; readonly name: string }[];
  /** Undefined while loading. */
  readonly count: number | undefined;
}

export function ReleaseFilters({ kinds, people, count }: ReleaseFiltersProps) {
  const [{ kind = '', person = '' }, change] = useAddress();
  return (
    <>
      <NativeSelect
        aria-label={t('Kind of change')}
        data={[{ value: '', label: t('All kinds') }, ...kinds.map(({ source, title }) => ({ value: source, label: title(t) }))]}
        value={kind}
        onChange={({ currentTarget: { value } }) => change({ kind: value, page: undefined })}
      />
      <NativeSelect
        aria-label={t('Person')}
        data={[{ value: '', label: t('Everybody') }, ...people.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={person}
        onChange={({ currentTarget: { value } }) => change({ person: value, page: undefined })}
      />
      <DateRangePicker noneLabel={t('All days')} />
      <Text size="sm" c="dimmed">
        {count === undefined ? '–' : t('{count} releases', { count })}
      </Text>
    </>
  );
}

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#ui/calls/queries.ts';
import { Select } from '#ui/page/later-choices.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { listReleases, type Release } from '#features/search-settings/releases/releases.contract.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';

export const isKept = ({ is_live: isLive, can_restore: canRestore }: Pick<Release, 'is_live' | 'can_restore'>): boolean =>
  isLive || canRestore;

export function TryQuery({ number }: { readonly number: number }) {
  return (
    <div>
      <AllowedLink needs="preview" to={linkTo('/developer/query-tester', { release: String(number) })}>
        {t('Try a query with release {number}', { number: String(number) })}
      </AllowedLink>
    </div>
  );
}

const offeredReleases = 100;

export const releaseIn = (text: string | undefined): number | null => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

interface ReleasePickerProps {
  readonly label: string;
  /** The number of a release, or one of `others`; empty for none. */
  readonly value: string;
  readonly pick: (value: string) => void;
  readonly others?: readonly { readonly value: string; readonly label: string }[];
  readonly nameOf?: (number: string) => string;
  readonly known?: readonly (number | null)[];
  readonly except?: number;
  readonly width: number;
}

export function ReleasePicker({ label, value, pick, others = [], known = [], except, width, ...props }: ReleasePickerProps) {
  const { nameOf = (number: string) => number } = props;
  const [typed, setTyped] = useState('');
  const mayList = useAllowed('search');
  const { data } = useQuery({ ...query(listReleases, { per_page: offeredReleases }), enabled: mayList });
  const kept = (data?.items ?? []).filter(isKept).map(({ number }) => number);
  const about = new Map(data?.items.map((release) => [String(release.number), release]));
  const offered = new Set([...kept, ...[releaseIn(typed), releaseIn(value), ...known].filter((one) => one !== null)]);
  if (except !== undefined) offered.delete(except);
  const numbers = [...offered].sort((one, next) => next - one).map(String);
  return (
    <Select
      aria-label={label}
      placeholder="–"
      data={[...others, ...numbers.map((number) => ({ value: number, label: nameOf(number) }))]}
      value={value === '' ? null : value}
      onChange={(chosen) => chosen !== null && pick(chosen)}
      searchable
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      renderOption={({ option }) => {
        const release = about.get(option.value);
        return (
          <div>
            {option.label}
            {release && (
              <Text size="xs" c="dimmed">
                <Moment at={release.live_since} /> {release.user !== null && `· ${release.user}`}
              </Text>
            )}
          </div>
        );
      }}
      nothingFoundMessage={t('Type the number of a release.')}
      comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
      w={width}
    />
  );
}

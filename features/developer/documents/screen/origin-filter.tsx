import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

export type ShownOrigin = 'all' | 'own' | 'changed';

const screens: Readonly<Record<ShownOrigin, Parameters<typeof linkTo>>> = {
  all: ['/developer/documents', {}],
  own: ['/developer/aisle-documents', {}],
  changed: ['/developer/aisle-documents', { only: 'changed' }],
};

interface OriginFilterProps {
  readonly shown: ShownOrigin;
  readonly search: string;
}

/** Narrows the items to those that somebody sent or wrote; each choice has an address of its own. */
export function OriginFilter({ shown, search }: OriginFilterProps) {
  const navigate = useNavigate();
  const go = (origin: ShownOrigin) => {
    const [path, asked] = screens[origin];
    void navigate(linkTo(path, { ...asked, ...(search !== '' && { search }) }));
  };
  return (
    <NativeSelect
      aria-label={t('Origin')}
      value={shown}
      onChange={({ currentTarget: { value } }) => go(value as ShownOrigin)}
      data={[
        { value: 'all', label: t('All items') },
        { value: 'own', label: t('Own items') },
        { value: 'changed', label: t('Changed lately') },
      ]}
    />
  );
}

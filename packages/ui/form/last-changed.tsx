import { Text } from '@mantine/core';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';

export function LastChanged({ item, isRule = false }: { readonly item: unknown; readonly isRule?: boolean }) {
  const { updated_at: at, updated_by: person } = item as { readonly updated_at: number; readonly updated_by: string | null };
  return (
    <Text size="xs" c="dimmed">
      {person === null ? t('Changed') : t('Changed by {person}', { person })} <Moment at={at} />
      {isRule && (
        <>
          {' · '}
          <AllowedLink needs="search" to={linkTo('/search-settings/releases', {})} size="xs">
            {t('Releases')}
          </AllowedLink>
        </>
      )}
    </Text>
  );
}

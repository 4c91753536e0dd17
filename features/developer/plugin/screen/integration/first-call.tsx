import { Alert, Group, Text } from '@mantine/core';
import { Status } from '#ui/page/status.tsx';
import { useProject } from '#ui/state/rights.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { PluginState } from '#features/developer/plugin/plugin.contract.ts';

/** The host of a shop's address; null where it has none. */
export const hostOf = (address: string): string | null => URL.parse(address)?.host ?? null;

const plain = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** Whether two hosts are one shop: pages with and without `www.` are. */
export const isSameSite = (one: string, other: string): boolean => plain(one) === plain(other);

export function FirstCall({ state: { seen, seen_instead: instead } }: { readonly state: PluginState }) {
  const site = hostOf(useProject()?.url ?? '');
  return (
    <>
      <Group gap={8} role="status">
        {seen === null ? (
          <Status kind="waiting" label={t('Waiting for the first call…')} />
        ) : (
          <>
            <Status kind="live" label={t('Runs on {host}', { host: seen.host })} />
            <Text size="sm" c="dimmed">
              {t('last seen')} <Moment at={seen.at} />
            </Text>
          </>
        )}
      </Group>
      {instead && (
        <Alert color="gray">
          {t('{site} uses the token of “{project}”.', { site: instead.host, project: instead.project })}{' '}
          {t('Put the line below in place of the one that is there.')}
        </Alert>
      )}
      {seen !== null && site !== null && !isSameSite(seen.host, site) && (
        <Alert color="gray">
          {t('It ran last on {host}, and the website of this project is {site}.', { host: seen.host, site })}
        </Alert>
      )}
    </>
  );
}

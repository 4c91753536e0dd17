import { ActionIcon, Menu } from '@mantine/core';
import { Copy, EllipsisVertical } from 'lucide-react';
import { call } from '#ui/calls/api.ts';
import { copyText } from '#ui/code/copy-text.ts';
import { orToast, toast } from '#ui/calls/toast.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { readReleasedRows, type Release } from '#features/search-settings/releases/releases.contract.ts';

export const isHeld = ({ is_live: isLive, can_restore: canRestore }: Pick<Release, 'is_live' | 'can_restore'>): boolean =>
  isLive || canRestore;

export function ReleaseMenu({ release }: { readonly release: Release }) {
  const copy = () =>
    orToast(async () => {
      const isCopied = await copyText(await releaseYaml(release.number));
      if (isCopied) toast({ text: t('Copied release {number} as YAML.', { number: String(release.number) }) });
      else toast({ text: t('The browser did not allow to copy.'), kind: 'failure' });
    });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('More')} title={t('More')}>
          <EllipsisVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Copy size={16} aria-hidden />} disabled={!isHeld(release)} onClick={() => void copy()}>
          {t('Copy as YAML')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** All rows of a release, as YAML. */
async function releaseYaml(number: number): Promise<string> {
  const [{ stringify }, { live_since: since, rows }] = await Promise.all([import('yaml'), call(readReleasedRows, { number })]);
  return stringify({ release: number, live_since: new Date(since).toISOString(), ...rows });
}

export function TryQuery({ number }: { readonly number: number }) {
  return (
    <div>
      <AllowedLink needs="developer" to={linkTo('/developer/query-tester', { release: number })}>
        {t('Try a query with release {number}', { number: String(number) })}
      </AllowedLink>
    </div>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useAction } from '#ui/calls/queries.ts';
import { PlainValue } from '#ui/code/plain-value.tsx';
import { confirm } from '#ui/dialog/confirm.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { useProject, useProjectTimeZone } from '#ui/state/rights.ts';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { makePreview, type Preview, previewDays, readPlugin } from '#features/developer/plugin/plugin.contract.ts';
import { previewName } from '#contract/plugin/preview-link.ts';

export const previewQuery = (secret: string): string => `?${new URLSearchParams({ [previewName]: secret }).toString()}`;

/** A shop's address that shows the plugin to whoever opens it; null where the shop has none. */
export function previewLink(shop: string, secret: string): string | null {
  const url = URL.parse(shop);
  url?.searchParams.set(previewName, secret);
  return url?.href ?? null;
}

export function PreviewLink({ preview }: { readonly preview: Preview | null }) {
  const timeZone = useProjectTimeZone();
  const project = useProject();
  const make = useAction(makePreview, { refreshes: [readPlugin] });
  const renew = async () => {
    const question = {
      title: t('Make a new preview link?'),
      text: t('The one before stops working at once.'),
      confirmLabel: t('Make a new one'),
    };
    if (preview === null || (await confirm(question))) make.mutate({});
  };
  const link = preview && previewLink(project?.url ?? '', preview.secret);
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {t('Preview link')}
      </Text>
      {link !== null && <PlainValue value={link} copyLabel={t('Copy preview link')} />}
      {preview !== null && link === null && (
        <>
          <Text size="sm">
            {t('The project has no website that the link could lead to. Put this behind the address of a page with the plugin.')}{' '}
            <AllowedLink needs="owner" to={linkTo('/owner/project')}>
              {t('Project settings')}
            </AllowedLink>
          </Text>
          <PlainValue value={previewQuery(preview.secret)} copyLabel={t('Copy the end of the address')} />
        </>
      )}
      <Group gap={12} justify="space-between">
        <Text size="sm" c="dimmed">
          {preview === null
            ? t('Shows the plugin in one browser, for {count} days.', { count: previewDays })
            : t('Works until {date}.', { date: formats.dayIn(preview.until, timeZone) })}
        </Text>
        <Button variant="default" size="compact-sm" loading={make.isPending} onClick={() => void renew()}>
          {preview === null ? t('Make a preview link') : t('Make a new one')}
        </Button>
      </Group>
    </Stack>
  );
}

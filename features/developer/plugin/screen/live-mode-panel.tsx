import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useAction } from '#ui/calls/queries.ts';
import { PlainValue } from '#ui/code/code-block.tsx';
import { confirm } from '#ui/dialog/confirm.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { useProject, useProjectTimeZone } from '#ui/state/session.ts';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import {
  makePreview,
  type Preview,
  previewDays,
  readPlugin,
  type PluginState,
  toggleLiveMode,
} from '#features/developer/plugin/plugin.contract.ts';
import { previewName } from '#contract/plugin/plugin-preview.ts';
import { Panel } from '#ui/page/panel.tsx';
import { Status } from '#ui/page/status.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';

/** The shop's address that shows the plugin to its visitor; only the end of an address if the project has no website. */
export function previewLink(shop: string, secret: string): string {
  const url = URL.parse(shop);
  url?.searchParams.set(previewName, secret);
  return url?.href ?? `?${new URLSearchParams({ [previewName]: secret }).toString()}`;
}

function PreviewLink({ preview }: { readonly preview: Preview | null }) {
  const timeZone = useProjectTimeZone();
  const project = useProject();
  const make = useAction(makePreview, { refreshes: [readPlugin] });
  const renew = async () => {
    const question = {
      title: t('Make a new preview link?'),
      text: t('The previous one stops working.'),
      confirmLabel: t('Create a preview link'),
    };
    if (preview === null || (await confirm(question))) make.mutate({});
  };
  const shop = project?.url ?? '';
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {t('Preview link')}
      </Text>
      {preview !== null && (
        <>
          {shop === '' && (
            <Text size="sm">
              {t('The project has no website. Put this behind the address of a page with the plugin.')}{' '}
              <AllowedLink needs="owner" to={linkTo('/owner/project')}>
                {t('Project settings')}
              </AllowedLink>
            </Text>
          )}
          <PlainValue value={previewLink(shop, preview.secret)} copyLabel={t('Copy link')} />
        </>
      )}
      <Group gap={12} justify="space-between">
        <Text size="sm" c="dimmed">
          {preview === null
            ? t('Shows the plugin in one browser, for {count} days.', { count: previewDays })
            : t('Works until {date}.', { date: formats.dayIn(preview.until, timeZone) })}
        </Text>
        <Button variant="default" size="compact-sm" loading={make.isPending} onClick={() => void renew()}>
          {t('Create a preview link')}
        </Button>
      </Group>
    </Stack>
  );
}

export function LiveModePanel({ state }: { readonly state: PluginState }) {
  const { is_live: isLive } = state;
  return (
    <Panel title={t('Live mode')} actions={<Toggle state={state} />}>
      <Group gap={8} role="status">
        <Status kind={isLive ? 'live' : 'waiting'} label={isLive ? t('Live') : t('Preview only')} />
        <Text size="sm" c="dimmed">
          {isLive ? t('Customers see the plugin.') : t('Only people who opened the preview link see the plugin.')}
        </Text>
      </Group>
      <PreviewLink preview={state.preview} />
    </Panel>
  );
}

function Toggle({ state: { is_live: isLive, seen } }: { readonly state: PluginState }) {
  const refusal = useRefusal('owner');
  const reasonId = useId();
  const project = useProject();
  const toggle = useAction(toggleLiveMode, {
    refreshes: [readPlugin, listProjects],
    done: isLive ? t('Customers no longer see the plugin.') : t('Customers see the plugin within a minute.'),
  });
  const label = isLive ? t('Hide from customers') : t('Show to customers');
  const ask = async () => {
    const site = (URL.parse(project?.url ?? '')?.host ?? project?.name) || '';
    const question = isLive
      ? { title: t('Hide search from customers?'), text: t('Your shop’s own search takes over.') }
      : {
          title: t('Show search to customers of {site}?', { site }),
          text: seen === null ? t('The plugin hasn’t run in your shop yet. Add its line.') : t('They see it within a minute.'),
        };
    if (await confirm({ ...question, confirmLabel: label })) toggle.mutate({ is_live: !isLive });
  };
  return (
    <>
      <Button
        variant={isLive ? 'default' : 'filled'}
        size="sm"
        loading={toggle.isPending}
        onClick={() => void ask()}
        {...(refusal !== undefined && { disabled: true, title: refusal, 'aria-describedby': reasonId })}
      >
        {label}
      </Button>
      {refusal !== undefined && <VisuallyHidden id={reasonId}>{refusal}</VisuallyHidden>}
    </>
  );
}

import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useAction } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { Status } from '#ui/page/status.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { useProject, useProjectTimeZone } from '#ui/state/rights.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type PluginState, readPlugin } from '#features/developer/plugin/plugin.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { toggleLiveMode } from '#features/developer/plugin/live-mode/live-mode.contract.ts';
import { PreviewLink } from './preview-link.tsx';

export function LiveModePanel({ state }: { readonly state: PluginState }) {
  const timeZone = useProjectTimeZone();
  const { is_live: isLive, live_since: since } = state;
  const on = since === null ? t('On') : t('On · since {date}', { date: formats.dayIn(since, timeZone) });
  return (
    <Panel title={t('Live mode')} actions={<Toggle state={state} />}>
      <Group gap={8} role="status">
        <Status kind={isLive ? 'live' : 'waiting'} label={isLive ? on : t('Preview only')} />
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
          text:
            seen === null
              ? t('The plugin has not run in your shop yet. Customers see it as soon as its line is there.')
              : t('They see it within a minute.'),
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

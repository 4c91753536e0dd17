import { Group, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { PreviewView } from '#contract/plugin/plugin-preview.ts';
import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { useCollection } from '#console-kit/collection/collection.ts';
import { NoItems } from '#console-kit/collection/no-items.tsx';
import { QueryBox, usePreviewedQuery } from '#console-kit/item/query-box.tsx';
import { useProject } from '#console-kit/session/rights.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { PluginState } from '#features/developer/plugin/plugin.contract.ts';
import { type Device, PreviewFrame } from './preview-frame.tsx';
import classes from './preview.module.css';

/** There a desktop would be too small to see anything of it. */
const phoneWindow = '(max-width: 35.99em)';

/** After the last letter. */
const queryAfterMs = 200;

interface PluginPreviewProps {
  readonly state: PluginState;
  /** With what isn't saved. */
  readonly settings: PluginSettings;
  /** Whose texts are shown. */
  readonly language: string;
}

export function PluginPreview({ state, settings, language }: PluginPreviewProps) {
  const token = useProject()?.token ?? '';
  const collection = useCollection();
  const collectionId = collection?.id ?? 0;
  const [q, setQ] = usePreviewedQuery(collectionId);
  const [query] = useDebouncedValue(q, queryAfterMs);
  const [device, setDevice] = useState<Device>(() => (matchMedia(phoneWindow).matches ? 'phone' : 'desktop'));
  const [view, setView] = useState<PreviewView>('panel');
  const start = { is_live: state.is_live, settings, ...state.results };
  return (
    <section className={classes.preview} aria-label={t('Preview')}>
      <Group gap={8}>
        <SegmentedControl
          aria-label={t('Device')}
          data={[
            { value: 'desktop', label: <Labelled icon={Monitor} label={t('Desktop')} /> },
            { value: 'phone', label: <Labelled icon={Smartphone} label={t('Phone')} /> },
          ]}
          value={device}
          onChange={(value) => setDevice(value as Device)}
        />
        <SegmentedControl
          aria-label={t('Part of the plugin')}
          data={[
            { value: 'panel', label: t('Panel') },
            { value: 'results', label: t('Results') },
          ]}
          value={view}
          onChange={(value) => setView(value as PreviewView)}
        />
      </Group>
      <div>
        <QueryBox collectionId={collectionId} q={q} setQ={setQ} />
      </div>
      {collection?.item_count === 0 ? (
        <NoItems />
      ) : (
        <PreviewFrame key={device} device={device} draft={{ token, start, language, query, view }} />
      )}
    </section>
  );
}

interface LabelledProps {
  readonly icon: typeof Monitor;
  readonly label: string;
}

const Labelled = ({ icon: Icon, label }: LabelledProps) => (
  <span className={classes.labelled}>
    <Icon size={16} aria-hidden />
    {label}
  </span>
);

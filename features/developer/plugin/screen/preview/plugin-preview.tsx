import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { Monitor, RotateCw, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { previewPagePath, type PreviewView } from '#contract/plugin/plugin-preview.ts';
import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { NoItems } from '#ui/collection/no-items.tsx';
import { QueryBox, usePreviewedQuery } from '#ui/item/query-box.tsx';
import { useProject } from '#ui/state/rights.ts';
import { t } from '#ui/text/i18n.ts';
import type { PluginState } from '#features/developer/plugin/plugin.contract.ts';
import classes from './preview.module.css';
import { type Draft, usePreviewFrame } from './use-preview-frame.tsx';

type Device = 'desktop' | 'phone';

/** As wide as the windows of most customers; a desktop is drawn smaller, so that all of it is seen. */
const widthsPx = { desktop: 1024, phone: 360 } as const;

interface PreviewFrameProps {
  readonly device: Device;
  readonly draft: Draft;
}

/** The page with the plugin, scaled to the room there is. It fails alone: what is edited beside it stays. */
function PreviewFrame({ device, draft }: PreviewFrameProps) {
  const { ref, width, height } = useElementSize();
  const { frame, state, address, round, retry, loaded } = usePreviewFrame(draft);
  const pageWidth = widthsPx[device];
  const scale = width === 0 ? 1 : Math.min(1, width / pageWidth);
  return (
    <>
      {state === 'failed' && (
        <Alert color="red" variant="light" role="alert" title={t('The preview could not load.')}>
          <Button variant="default" size="xs" leftSection={<RotateCw size={14} aria-hidden />} onClick={retry}>
            {t('Try again')}
          </Button>
        </Alert>
      )}
      {address !== null && (
        <Text size="sm" role="status">
          {t('This query sends customers to {address}.', { address })}
        </Text>
      )}
      <div ref={ref} className={classes.stage} data-hidden={state === 'failed'}>
        <iframe
          key={round}
          ref={frame}
          title={t('The plugin in a shop')}
          src={previewPagePath}
          className={classes.frame}
          onLoad={loaded}
          style={{
            width: pageWidth,
            height: height / scale,
            transform: `scale(${scale})`,
            marginInlineStart: Math.max(0, (width - pageWidth) / 2),
          }}
        />
      </div>
    </>
  );
}

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

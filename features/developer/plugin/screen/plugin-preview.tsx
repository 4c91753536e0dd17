import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { RotateCw } from 'lucide-react';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { type PreviewDraft, type PreviewNews, previewPagePath, type PreviewView } from '#contract/plugin/plugin-preview.ts';
import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { NoItems } from '#ui/collection/collection-page.tsx';
import { QueryBox, usePreviewedQuery } from '#ui/item/preview-panel.tsx';
import { useProject } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import type { PluginState } from '#features/developer/plugin/plugin.contract.ts';
import classes from './plugin.module.css';

type Draft = Omit<PreviewDraft, 'kind'>;

/** Sends each draft to the page in the frame, and listens to that page only. */
function usePreviewFrame(draft: Draft) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [left, setLeft] = useState<{ readonly of: string; readonly address: string } | null>(null);
  const asked = JSON.stringify([draft.query, draft.view]);
  const newest = useRef(asked);
  useEffect(() => void (newest.current = asked), [asked]);
  /** Set at once: the page may be loaded before the console has drawn that it is ready. */
  const hasCome = useRef(false);
  const sent = JSON.stringify({ kind: 'draft', ...draft });

  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<PreviewNews>) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      if (data.kind === 'leaves') setLeft({ of: newest.current, address: data.address });
      else setFailure(data.kind === 'failed' ? reasonOf(data.code) : null);
      if (data.kind === 'ready') setReady((hasCome.current = true));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(JSON.parse(sent), location.origin);
  }, [isReady, sent]);

  return {
    frame,
    failure,
    /** Where the query sends visitors instead of showing results; null where it doesn't. */
    address: left?.of === asked ? left.address : null,
    round,
    retry: () => {
      setFailure(null);
      setReady((hasCome.current = false));
      setRound(round + 1);
    },
    loaded: () => setTimeout(() => hasCome.current || setFailure(reasonOf(undefined))),
  };
}

const reasonOf = (code: string | undefined): string =>
  t(code !== undefined && Object.hasOwn(errors, code) ? errors[code as ErrorCode].text : errors.noConnection.text);

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
  const { frame, failure, address, round, retry, loaded } = usePreviewFrame(draft);
  const pageWidth = widthsPx[device];
  const scale = width === 0 ? 1 : Math.min(1, width / pageWidth);
  return (
    <>
      {failure !== null && (
        <Alert color="red" variant="light" role="alert" title={t('This could not be loaded.')}>
          <Text size="sm" mb={8}>
            {failure}
          </Text>
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
      <div ref={ref} className={classes.stage} data-hidden={failure !== null}>
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
            { value: 'desktop', label: t('Desktop') },
            { value: 'phone', label: t('Phone') },
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
      <QueryBox collectionId={collectionId} q={q} setQ={setQ} />
      {collection?.item_count === 0 ? (
        <NoItems />
      ) : (
        <PreviewFrame key={device} device={device} draft={{ token, start, language, query, view }} />
      )}
    </section>
  );
}

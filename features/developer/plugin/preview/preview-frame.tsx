import { Alert, Button, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { RotateCw } from 'lucide-react';
import { previewPagePath } from '#contract/plugin/plugin-preview.ts';
import { t } from '#console-kit/text/i18n.ts';
import { type Draft, usePreviewFrame } from './use-preview-frame.tsx';
import classes from './preview.module.css';

export type Device = 'desktop' | 'phone';

/** As wide as the windows of most customers; a desktop is drawn smaller, so that all of it is seen. */
const widthsPx = { desktop: 1024, phone: 360 } as const;

interface PreviewFrameProps {
  readonly device: Device;
  readonly draft: Draft;
}

/** The page with the plugin, scaled to the room there is. It fails alone: what is edited beside it stays. */
export function PreviewFrame({ device, draft }: PreviewFrameProps) {
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

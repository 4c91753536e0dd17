import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isWebAddress } from '#contract/fields.ts';
import { t } from '#ui/text/i18n.ts';
import type { BannerRule } from './banners.contract.ts';
import classes from './banners.module.css';

type Shown = { readonly [Name in 'image' | 'alt' | 'headline' | 'text' | 'place']?: BannerRule[Name] | undefined };

/** Laid out as the search plugin does, on a wide screen and on a phone. */
export function BannerPreview({ banner }: { readonly banner: Shown }) {
  const { image = '', headline = '', text = '', place } = banner;
  const isEmpty = !isWebAddress(image) && headline === '' && text === '';
  return (
    <Stack gap={16} role="group" aria-label={t('Preview')} className={classes.preview}>
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {t('The banner appears here as your shop shows it.')}
        </Text>
      )}
      {!isEmpty && place !== 'panel' && <Screen banner={banner} title={t('On a computer')} width="wide" />}
      {!isEmpty && <Screen banner={banner} title={t('On a phone')} width="narrow" />}
    </Stack>
  );
}

interface ScreenProps {
  readonly banner: Shown;
  readonly title: string;
  readonly width: 'wide' | 'narrow';
}

function Screen({ banner: { image = '', alt = '', headline = '', text = '', place }, title, width }: ScreenProps) {
  const [failed, setFailed] = useState<string>();
  const shown = (
    <div className={classes.banner}>
      {isWebAddress(image) && image !== failed && (
        <img src={image} alt={alt} referrerPolicy="no-referrer" onError={() => setFailed(image)} />
      )}
      {headline + text !== '' && (
        <div>
          <b>{headline}</b>
          {text}
        </div>
      )}
    </div>
  );
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {title}
      </Text>
      <div className={classes.screen} data-width={width}>
        {place !== 'between' && shown}
        <div className={classes.items} aria-hidden>
          <span />
          <span />
          {place === 'between' && shown}
          <span />
          <span />
        </div>
      </div>
    </div>
  );
}

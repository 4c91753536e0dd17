import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import classes from './with-sample.module.css';

interface WithSampleProps {
  readonly settings: ReactNode;
  readonly sample: ReactNode;
}

/**
 * Settings, and in sight what answers they give: beside them; where there is no room, in a part at the bottom that folds; on a phone one of
 * the two, as the address says.
 */
export function WithSample({ settings, sample }: WithSampleProps) {
  const [{ part }, change] = useAddress();
  const [isFolded, setFolded] = useState(false);
  const shown = part === 'sample' ? 'sample' : 'settings';
  return (
    <div className={classes.both} data-shown={shown} data-folded={isFolded}>
      <SegmentedControl
        className={classes.choice ?? ''}
        aria-label={t('Part of the screen')}
        fullWidth
        data={[
          { value: 'settings', label: t('Settings') },
          { value: 'sample', label: t('Sample') },
        ]}
        value={shown}
        onChange={(next) => change({ part: next === 'sample' ? next : undefined }, { isReplacing: true })}
      />
      <div className={classes.settings}>{settings}</div>
      <section className={classes.sample} aria-label={t('Sample')}>
        <UnstyledButton className={classes.fold} aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {t('Sample')}
          <ChevronDown size={16} aria-hidden />
        </UnstyledButton>
        <div className={classes.inside}>{sample}</div>
      </section>
    </div>
  );
}

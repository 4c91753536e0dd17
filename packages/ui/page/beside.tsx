import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from '#ui/state/address.ts';
import classes from './beside.module.css';

interface Part {
  readonly title: string;
  readonly content: ReactNode;
}

interface BesideProps {
  readonly label: string;
  readonly settings: Part;
  readonly preview: Part;
  readonly isPreviewOnTop?: boolean;
  /** The parameter of the address, where the page has tabs. */
  readonly parameter?: 'tab' | 'part';
}

const previewTab = 'preview';

/** Settings and preview side by side; on narrow screens one of them, by `?tab=`. */
export function Beside({ label, settings, preview, isPreviewOnTop = false, parameter = 'tab' }: BesideProps) {
  const [address, change] = useAddress();
  const shown = address[parameter] === previewTab ? previewTab : 'settings';
  return (
    <div className={classes.both} data-shown={shown} data-on-top={isPreviewOnTop}>
      <SegmentedControl
        className={classes.choice ?? ''}
        aria-label={label}
        fullWidth
        data={[
          { value: 'settings', label: settings.title },
          { value: previewTab, label: preview.title },
        ]}
        value={shown}
        onChange={(part) => change({ [parameter]: part === previewTab ? part : undefined }, { isReplacing: true })}
      />
      <div className={classes.settings}>{settings.content}</div>
      <div className={classes.preview}>{preview.content}</div>
    </div>
  );
}

import { msg, t } from '#ui/text/i18n.ts';
import { Status } from './status.tsx';

const moments = {
  atOnce: { effect: msg('Goes live when you save'), saved: msg('Saved. Live now.') },
  atMidnight: {
    effect: msg('Goes live when you publish, otherwise at midnight'),
    saved: msg('Saved. Goes live when you publish, otherwise at midnight.'),
  },
  onPublish: { effect: msg('Goes live when you publish'), saved: msg('Saved. Goes live when you publish.') },
} as const;

/** When visitors see a change that is saved. */
export type LiveMoment = keyof typeof moments;

export const savedText = (moment: LiveMoment): string => t(moments[moment].saved);

/** Beside each button that saves search settings. */
export const GoesLive = ({ moment }: { readonly moment: LiveMoment }) => (
  <Status kind={moment === 'atOnce' ? 'live' : 'waiting'} label={t(moments[moment].effect)} />
);

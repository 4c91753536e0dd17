import { msg, t } from '#ui/text/i18n.ts';

const moments = {
  atOnce: { save: msg('Save and publish'), saved: msg('Live now.') },
  atMidnight: { save: msg('Publish at midnight'), saved: msg('Saved. Goes live at midnight.') },
  onPublish: { save: msg('Save as draft'), saved: msg('Saved. Goes live when you publish.') },
} as const;

/** When visitors see a change that is saved. */
export type LiveMoment = keyof typeof moments;

/** Each button that saves search settings says when they go live. */
export const saveText = (moment: LiveMoment): string => t(moments[moment].save);

/** The toast afterwards also offers *Undo* or *Publish*. */
export const savedText = (moment: LiveMoment): string => t(moments[moment].saved);

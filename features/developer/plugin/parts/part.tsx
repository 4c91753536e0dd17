import type { Problem } from '#contract/errors.ts';
import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { problemText } from '#console-kit/text/error-text.ts';
import { useText } from '#console-kit/text/i18n.ts';

/** What each part of the screen edits. */
export interface PartProps {
  readonly settings: PluginSettings;
  readonly set: (change: Partial<PluginSettings>) => void;
  /** What is wrong, by setting. */
  readonly problems: Readonly<Partial<Record<keyof PluginSettings, Problem>>>;
}

/** What is wrong with a setting, in words. */
export function useSettingError({ problems }: Pick<PartProps, 'problems'>) {
  const t = useText();
  return (name: keyof PluginSettings): string | undefined => {
    const problem = problems[name];
    return problem && problemText(t, problem);
  };
}

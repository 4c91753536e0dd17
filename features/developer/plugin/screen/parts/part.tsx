import type { Problem } from '#contract/errors.ts';
import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';

export interface PartProps {
  readonly settings: PluginSettings;
  readonly set: (change: Partial<PluginSettings>) => void;
  readonly problems: Readonly<Partial<Record<keyof PluginSettings, Problem>>>;
}

export function useSettingError({ problems }: Pick<PartProps, 'problems'>) {
  return (name: keyof PluginSettings): string | undefined => {
    const problem = problems[name];
    return problem && problemText(t, problem);
  };
}

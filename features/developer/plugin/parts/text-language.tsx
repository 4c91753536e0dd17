import { useState } from 'react';
import { type PluginSettings, pluginLanguages } from '#contract/plugin/plugin-settings.ts';

type TextLanguage = keyof PluginSettings['texts'];

/** Whose texts are edited and shown: first those of the project, as its shop is mostly written in it. */
export function useTextLanguage(ofProject: string) {
  return useState<TextLanguage>(() => pluginLanguages.find((one) => one === ofProject) ?? 'en');
}

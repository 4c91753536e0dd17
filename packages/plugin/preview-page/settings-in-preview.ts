import type { PreviewView } from '#contract/plugin/plugin-preview.ts';
import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';

/** The settings of a shop in a page that isn't its own: selectors of the shop name nothing here, and this page is where results stand. */
export const settingsInPreview = (settings: PluginSettings, view: PreviewView, path: string): PluginSettings => ({
  ...settings,
  field_selector: 'input',
  hide_selector: '',
  page_selector: 'main',
  page_path: path,
  // Beside the panel there would be results already.
  results: view === 'panel' ? 'over' : settings.results,
});

import type { Problem } from '#contract/errors.ts';
import { type PluginSettings, PluginSettings as Schema } from '#contract/plugin/plugin-settings.ts';
import { problemsOf } from '#contract/problems.ts';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { useDraft } from '#ui/form/use-draft.ts';
import { type PluginState, readPlugin, savePlugin } from '#features/developer/plugin/plugin.contract.ts';

const selectors = ['field_selector', 'page_selector', 'hide_selector'] as const;

function problemsIn(settings: PluginSettings): Readonly<Partial<Record<keyof PluginSettings, Problem>>> {
  const { error } = Schema.safeParse(settings);
  const found = error === undefined ? [] : problemsOf(error, settings);
  const wrongSelectors = selectors
    .filter((field) => !isSelector(settings[field]))
    .map((field): Problem => ({ field, code: 'notSelector', message: '' }));
  return Object.fromEntries([...wrongSelectors, ...found].map((problem) => [problem.field.split('.')[0], problem]));
}

function isSelector(selector: string): boolean {
  if (selector.trim() === '') return true;
  try {
    document.createDocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}

export function usePluginEditor(state: PluginState) {
  const editor = useDraft<PluginState, PluginSettings>({
    saved: state,
    query: query(readPlugin, {}),
    draftOf: ({ settings }) => settings,
    send: (settings, { updated_at }) => call(savePlugin, { settings, updated_at }),
  });
  const { draft, saved } = editor;
  const problems = problemsIn(draft);
  const wrong = Object.keys(problems) as (keyof PluginSettings)[];
  return {
    ...editor,
    problems,
    /** For the preview: invalid settings keep their saved value. */
    shown: { ...draft, ...Object.fromEntries(wrong.map((name) => [name, saved.settings[name]])) } as PluginSettings,
  };
}

export type PluginEditor = ReturnType<typeof usePluginEditor>;

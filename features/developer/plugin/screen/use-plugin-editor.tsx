import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type PluginSettings, PluginSettings as Schema } from '#contract/plugin/plugin-settings.ts';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { problemsOf } from '#contract/problems.ts';
import type { Problem } from '#contract/errors.ts';
import { type PluginState, readPlugin, savePlugin } from '#features/developer/plugin/plugin.contract.ts';

type Setting = keyof PluginSettings;
const selectors = ['field_selector', 'page_selector', 'hide_selector'] as const;

export type SettingProblems = Readonly<Partial<Record<Setting, Problem>>>;

function problemsIn(settings: PluginSettings): SettingProblems {
  const { error } = Schema.safeParse(settings);
  const found = error === undefined ? [] : problemsOf(error, settings);
  const wrongSelectors = selectors
    .filter((field) => !isSelector(settings[field]))
    .map((field): Problem => ({ field, code: 'notSelector', message: '' }));
  return Object.fromEntries([...wrongSelectors, ...found].map((problem) => [problem.field.split('.')[0], problem]));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function usePluginEditor(state: PluginState) {
  const client = useQueryClient();
  const [edits, setEdits] = useState<Partial<PluginSettings>>({});
  const [began, setBegan] = useState(state);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);

  const isEdited = Object.keys(edits).length > 0;
  const { settings: saved, updated_at: version } = isEdited ? began : state;
  const settings: PluginSettings = { ...saved, ...edits };
  const changed = (Object.keys(saved) as Setting[]).filter((name) => !same(saved[name], settings[name]));
  const problems = problemsIn(settings);
  const wrong = Object.keys(problems) as Setting[];

  const discard = () => {
    setEdits({});
    setFailure(null);
    forgetUnsaved('page');
  };

  return {
    settings,
    saved,
    isDirty: changed.length > 0,
    isSaving,
    failure,
    problems,
    /** For the preview: invalid settings keep their saved value. */
    shown: { ...settings, ...Object.fromEntries(wrong.map((name) => [name, saved[name]])) } as PluginSettings,
    set(change: Partial<PluginSettings>) {
      if (!isEdited) setBegan(state);
      setFailure(null);
      setEdits({ ...edits, ...change });
    },
    discard,
    reload: () => {
      discard();
      void client.invalidateQueries({ queryKey: query(readPlugin, {}).queryKey });
    },
    /** On top of `theirs`, which others saved, only the edits made here are saved. */
    async save(theirs?: PluginState): Promise<boolean> {
      setSaving(true);
      try {
        const sent = theirs ? { ...theirs.settings, ...edits } : settings;
        const answer = await call(savePlugin, { settings: sent, updated_at: theirs ? theirs.updated_at : version });
        client.setQueryData(query(readPlugin, {}).queryKey, answer);
        discard();
        return true;
      } catch (error) {
        setFailure(asCallError(error));
        return false;
      } finally {
        setSaving(false);
      }
    },
  };
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

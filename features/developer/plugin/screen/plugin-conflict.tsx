import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { type PluginState, readPlugin } from '#features/developer/plugin/plugin.contract.ts';
import { useSettingWords } from './setting-words.tsx';
import type { PluginEditor } from './use-plugin-editor.tsx';

interface PluginConflictProps {
  readonly editor: PluginEditor;
  readonly error: CallError;
  readonly keep: (theirs: PluginState) => void;
}

/** Somebody else saved the settings since they were opened here. */
export function PluginConflict({ editor, error, keep }: PluginConflictProps) {
  const { names, value } = useSettingWords();
  const { data, isFetchedAfterMount } = useQuery({ ...query(readPlugin, {}), refetchOnMount: 'always' });
  const theirs = isFetchedAfterMount ? data : undefined;
  const { saved: began, settings: mine } = editor;
  const differing = (Object.keys(names) as (keyof typeof names)[]).flatMap((name) => {
    const [before, after, own] = [began, theirs?.settings ?? began, mine].map((settings) => value(settings, name));
    const said = (now: string | undefined) => (now === before || now === undefined ? t('not changed') : now);
    return after === before && own === before ? [] : [{ name: names[name], theirs: said(after), mine: said(own) }];
  });
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={theirs?.updated_at ?? undefined}
      differing={differing}
      load={theirs && editor.discard}
      keep={theirs && (() => keep(theirs))}
    />
  );
}

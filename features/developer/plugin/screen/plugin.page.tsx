import { Alert, Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pluginLanguages } from '#contract/plugin/plugin-settings.ts';
import { query } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { DraftConflict, RefusedSave } from '#ui/form/conflict.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { Beside } from '#ui/page/beside.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { savedText, saveText } from '#ui/page/goes-live.ts';
import { Page, Sentences } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { Status } from '#ui/page/status.tsx';
import { linkTo } from '#ui/state/address.ts';
import { useSelectedProject, useProject } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { type PluginState, readPlugin } from '#features/developer/plugin/plugin.contract.ts';
import { DemoLink } from '#features/developer/demo-link/demo-link.panel.tsx';
import { IntegrationSteps } from './integration.panel.tsx';
import { LiveModePanel } from './live-mode-panel.tsx';
import { PluginForm, type TextLanguage } from './plugin-form.tsx';
import { PluginPreview } from './plugin-preview.tsx';
import { usePluginEditor } from './use-plugin-editor.tsx';

const waitingMs = 5_000;
const usualMs = 60_000;

export default function PluginPage() {
  const state = {
    ...query(readPlugin, {}),
    refetchInterval: (asked: { readonly state: { readonly data: PluginState | undefined } }) =>
      asked.state.data?.seen === null ? waitingMs : usualMs,
  };
  return (
    <Page
      title={t('Shop plugin')}
      purpose={t('Suggestions and results for your shop with one line of code.')}
      help={
        <Sentences
          of={[
            t('Add its line to your shop once. Changes here appear within a minute.'),
            t('Before live mode, only people with the preview link see it. Offline, your shop’s own search is used.'),
          ]}
        />
      }
      secondary={<DemoLink kind="button" />}
      isWide
    >
      <Loaded query={state} skeleton={<Skeleton height={240} aria-hidden />}>
        {(shown) => <Editor state={shown} />}
      </Loaded>
    </Page>
  );
}

function Editor({ state }: { readonly state: PluginState }) {
  const editor = usePluginEditor(state);
  const [language, setLanguage] = useState<TextLanguage>(
    () => pluginLanguages.find((one) => one === state.results.language) ?? 'en',
  );
  const save = async (over?: PluginState) => {
    const next = await editor.save(over);
    if (next === null) return;
    const text = state.is_live ? savedText('atOnce') : t('Saved. Customers see it once live mode is on.');
    toast({ text, undo: () => void editor.restore(next) });
  };
  return (
    <>
      <RefusedSave
        failure={editor.failure}
        conflict={(error) => (
          <DraftConflict
            editor={editor}
            error={error}
            versionOf={(saved) => saved.updated_at}
            keep={(theirs) => void save(theirs)}
          />
        )}
      />
      <Beside
        label={t('Part of the screen')}
        isPreviewOnTop
        settings={{
          title: t('Settings'),
          content: (
            <Stack gap={16}>
              <Audience state={state} />
              <AddToShop state={state} />
              <PluginForm editor={editor} language={language} setLanguage={setLanguage} />
            </Stack>
          ),
        }}
        preview={{
          title: t('Preview'),
          content: <PluginPreview state={state} settings={editor.shown} language={language} />,
        }}
      />
      <SaveBar
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        saveLabel={state.is_live ? saveText('atOnce') : t('Save')}
        save={() => void save()}
        discard={editor.discard}
        reason={Object.keys(editor.problems).length > 0 ? t('Correct the marked fields first.') : undefined}
      />
    </>
  );
}

function Audience({ state }: { readonly state: PluginState }) {
  const isFrontApi = useSelectedProject()?.type === 'front_api';
  if (!isFrontApi) return <LiveModePanel state={state} />;
  return (
    <Alert color="gray">
      {t('This project uses the front API.')}{' '}
      <Anchor component={Link} {...linkTo('/developer/credentials')} size="sm">
        {t('Credentials')}
      </Anchor>
    </Alert>
  );
}

function AddToShop({ state: { seen } }: { readonly state: PluginState }) {
  const project = useProject();
  return (
    <Panel title={t('Add it to your shop')}>
      <Group gap={8} role="status">
        {seen === null ? (
          <Status kind="waiting" label={t('Waiting for the first call…')} />
        ) : (
          <>
            <Status kind="live" label={t('Runs on {host}', { host: seen.host })} />
            <Text size="sm" c="dimmed">
              {t('Last seen')} <Moment at={seen.at} />
            </Text>
          </>
        )}
      </Group>
      <IntegrationSteps token={project?.token ?? ''} />
    </Panel>
  );
}

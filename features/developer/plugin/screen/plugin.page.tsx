import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { RefusedSave } from '#ui/form/refused-save.tsx';
import { Beside } from '#ui/page/beside.tsx';
import { Page } from '#ui/page/page.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { AfterWait, LoadError } from '#ui/page/states.tsx';
import { useSelectedProject } from '#ui/state/own-projects.ts';
import { useProject } from '#ui/state/rights.ts';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { LiveModePanel } from '#features/developer/plugin/live-mode/screen/live-mode-panel.tsx';
import { ContentPart } from './parts/content-part.tsx';
import { EventsPart } from './parts/events-part.tsx';
import { LookPart } from './parts/look-part.tsx';
import { PlacePart } from './parts/place-part.tsx';
import { type PluginState, readPlugin } from '#features/developer/plugin/plugin.contract.ts';
import { call } from '#ui/calls/api.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { PluginPreview } from './preview/plugin-preview.tsx';
import { usePluginEditor } from './use-plugin-editor.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { IntegrationSteps } from './integration/integration-steps.tsx';
import { useState } from 'react';
import { pluginLanguages, type PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { Status } from '#ui/page/status.tsx';
import { Moment } from '#ui/text/moment.tsx';

/** The host of a shop's address; null where it has none. */
export const hostOf = (address: string): string | null => URL.parse(address)?.host ?? null;

const plain = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** Whether two hosts are one shop: pages with and without `www.` are. */
export const isSameSite = (one: string, other: string): boolean => plain(one) === plain(other);

function FirstCall({ state: { seen, seen_instead: instead } }: { readonly state: PluginState }) {
  const site = hostOf(useProject()?.url ?? '');
  return (
    <>
      <Group gap={8} role="status">
        {seen === null ? (
          <Status kind="waiting" label={t('Waiting for the first call…')} />
        ) : (
          <>
            <Status kind="live" label={t('Runs on {host}', { host: seen.host })} />
            <Text size="sm" c="dimmed">
              {t('last seen')} <Moment at={seen.at} />
            </Text>
          </>
        )}
      </Group>
      {instead && (
        <Alert color="gray">
          {t('{site} uses the token of “{project}”.', { site: instead.host, project: instead.project })}{' '}
          {t('Put the line below in place of the one that is there.')}
        </Alert>
      )}
      {seen !== null && site !== null && !isSameSite(seen.host, site) && (
        <Alert color="gray">
          {t('It ran last on {host}, and the website of this project is {site}.', { host: seen.host, site })}
        </Alert>
      )}
    </>
  );
}

const waitingMs = 5_000;
const usualMs = 60_000;

export default function PluginPage() {
  const { data, error, refetch } = useQuery({
    ...query(readPlugin, {}),
    refetchInterval: ({ state }) => (state.data?.seen === null ? waitingMs : usualMs),
  });
  return (
    <Page
      title={t('Shop plugin')}
      purpose={t('Search box and results for your shop, with one line of code.')}
      help={<Help />}
      secondary={<DemoShop />}
      isWide
    >
      {data ? (
        <Editor state={data} />
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <AfterWait>
          <Stack gap={16} aria-hidden>
            <Skeleton height={112} />
            <Skeleton height={240} />
            <Skeleton height={200} />
          </Stack>
        </AfterWait>
      )}
    </Page>
  );
}

function DemoShop() {
  const project = useProject();
  return (
    <Button
      component="a"
      href={`/demo/${project?.token ?? ''}`}
      target="_blank"
      variant="default"
      rightSection={<ExternalLink size={16} aria-hidden />}
    >
      {t('Open demo shop')}
    </Button>
  );
}

function Editor({ state }: { readonly state: PluginState }) {
  const editor = usePluginEditor(state);
  const [textLanguage, setTextLanguage] = useTextLanguage(state.results.language);
  const { settings, set, problems } = editor;
  const save = async (theirs?: PluginState) => {
    if (!(await editor.save(theirs))) return;
    toast({ text: state.is_live ? t('Saved. Live now.') : t('Saved. Customers see it once live mode is on.') });
  };
  const part = { settings, set, problems };
  return (
    <>
      <RefusedSave
        failure={editor.failure}
        conflict={(error) => (
          <SavedMeanwhile
            person={personOf(error)}
            at={undefined}
            differing={[]}
            load={editor.reload}
            keep={() => void call(readPlugin, {}).then(save)}
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
              <PlacePart {...part} />
              <LookPart {...part} />
              <ContentPart {...part} language={textLanguage} setLanguage={setTextLanguage} />
              <EventsPart {...part} />
            </Stack>
          ),
        }}
        preview={{
          title: t('Preview'),
          content: <PluginPreview state={state} settings={editor.shown} language={textLanguage} />,
        }}
      />
      <SaveBar
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        saveLabel={t('Save and publish')}
        save={() => void save()}
        discard={editor.discard}
        reason={Object.keys(problems).length > 0 ? t('Correct the marked fields first.') : undefined}
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

function Help() {
  return (
    <Sentences
      of={[
        t('The plugin shows suggestions while a customer types, and results with filters.'),
        t('Add its line to your shop once. Changes you make here reach the shop within a minute.'),
        t(
          'Before live mode is on, only people with your preview link see it. Without a connection, your shop’s own search is used.',
        ),
      ]}
    />
  );
}

function AddToShop({ state }: { readonly state: PluginState }) {
  const project = useProject();
  return (
    <Panel title={t('Add it to your shop')}>
      <FirstCall state={state} />
      <IntegrationSteps token={project?.token ?? ''} />
    </Panel>
  );
}

type TextLanguage = keyof PluginSettings['texts'];

function useTextLanguage(ofProject: string) {
  return useState<TextLanguage>(() => pluginLanguages.find((one) => one === ofProject) ?? 'en');
}

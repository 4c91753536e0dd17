import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#ui/text/i18n.ts';
import { Loaded, Empty } from '#ui/page/states.tsx';
import { Page } from '#ui/page/page.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { query } from '#ui/calls/queries.ts';
import { BackToFeed, feedParent, OfFeed } from '#features/data/feeds/screen/of-feed.panel.tsx';
import { readFeed, type Feed } from '#features/data/feeds/feeds.contract.ts';
import { isSample } from '#features/data/feed-settings/feed.contract.ts';
import { FeedFields, ItemFields } from './mapped-fields.tsx';
import { readMapping, type FeedMapping } from '#features/data/mapping/mapping.contract.ts';
import classes from './mapping.module.css';
import { MappingItems } from './mapping-items.tsx';
import { RuleDrawer } from './rule.drawer.tsx';
import { useMappingEditor } from './use-mapping-editor.tsx';

export default function MappingPage() {
  return <OfFeed>{(id) => <MappingOf key={id} id={id} />}</OfFeed>;
}

function MappingOf({ id }: { readonly id: number }) {
  const reading = query(readMapping, { id });
  const { data } = useQuery(reading);
  const loaded = (
    <Loaded query={reading} skeleton={<Skeleton height={320} aria-hidden />}>
      {(mapping) => <Mapping id={id} mapping={mapping} />}
    </Loaded>
  );
  return data ? loaded : <MappingFrame id={id}>{loaded}</MappingFrame>;
}

interface MappingFrameProps {
  readonly id: number;
  readonly secondary?: ReactNode;
  readonly children: ReactNode;
}

function MappingFrame({ id, secondary, children }: MappingFrameProps) {
  const { data: feed } = useQuery(query(readFeed, { id }));
  const purpose = feed ? t('Map fields of “{name}” to item fields.', { name: feed.name }) : t('Map feed fields to item fields.');
  return (
    <Page parent={feedParent(feed, id, t)} title={t('Mapping')} purpose={purpose} isWide secondary={secondary}>
      {children}
    </Page>
  );
}

function Mapping({ id, mapping }: { readonly id: number; readonly mapping: FeedMapping }) {
  const { data: feed } = useQuery(query(readFeed, { id }));
  const editor = useMappingEditor(id, mapping);
  const isEmpty = mapping.sample_count === 0;
  return (
    <MappingFrame
      id={id}
      secondary={
        editor.hasDecided && (
          <Button variant="default" onClick={() => void editor.reset()}>
            {t('Back to proposals')}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <NoFields id={id} isSampleShop={feed !== undefined && isSample(feed)} />
      ) : (
        <Stack gap={20}>
          {feed && !editor.isDirty && <ImportHint feed={feed} startImport={editor.startImport} isStarting={editor.isStarting} />}
          <MappingItems id={id} draft={editor.draft} />
          <div className={classes.columns}>
            <FeedFields mapping={mapping} editor={editor} />
            <ItemFields editor={editor} />
          </div>
        </Stack>
      )}
      <SaveBar {...editor} saveLabel={t('Save mapping')} />
      <RuleDrawer id={id} mapping={mapping} editor={editor} />
    </MappingFrame>
  );
}

function NoFields({ id, isSampleShop }: { readonly id: number; readonly isSampleShop: boolean }) {
  return isSampleShop ? (
    <Empty
      icon={Waypoints}
      title={t('The sample shop needs no mapping')}
      text={t('These items need no mapping. Add your own feed to map fields.')}
      action={<BackToFeed id={id} />}
    />
  ) : (
    <Empty
      icon={Waypoints}
      title={t('The fields of the feed will be here')}
      text={t('Map the feed’s fields here after the first import.')}
      action={<BackToFeed id={id} />}
    />
  );
}

interface ImportHintProps {
  readonly feed: Feed;
  readonly startImport: () => void;
  readonly isStarting: boolean;
}

function ImportHint({ feed, startImport, isStarting }: ImportHintProps) {
  if (!feed.need_import) return null;
  return (
    <Alert variant="light" role="status">
      <Group justify="space-between" gap={12}>
        {t('The mapping changed. Customers see it after the next import.')}
        <Button size="xs" variant="default" onClick={startImport} loading={isStarting}>
          {t('Import now')}
        </Button>
      </Group>
    </Alert>
  );
}

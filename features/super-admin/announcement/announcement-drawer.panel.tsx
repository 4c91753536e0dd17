import { Button, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { query, useAction, useCall } from '#ui/calls/queries.ts';
import { DrawerForm, FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { toast } from '#ui/calls/toast.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { MomentInput } from '#ui/form/moment-input.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import {
  announce,
  AnnouncementFields,
  readAnnouncement,
  readWrittenAnnouncement,
  takeBackAnnouncement,
  type WrittenAnnouncement,
} from './announcement.contract.ts';

const shown = { refreshes: [readAnnouncement, readWrittenAnnouncement] };
export const announcementDialog = 'announcement';

export function AnnouncementDrawer() {
  const [address, change] = useAddress();
  const isOpen = address['dialog'] === announcementDialog;
  const { data, error, refetch } = useQuery({ ...query(readWrittenAnnouncement, {}), enabled: isOpen, gcTime: 0 });
  const close = () => change({ dialog: undefined });
  return (
    <SideDrawer isOpen={isOpen} title={t('Announcement')} onClose={close}>
      {data !== undefined && <AnnouncementForm stored={data} close={close} />}
      {data === undefined && error && <LoadError error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <FormSkeleton />}
    </SideDrawer>
  );
}

interface AnnouncementFormProps {
  readonly stored: WrittenAnnouncement | null;
  readonly close: () => void;
}

function AnnouncementForm({ stored, close }: AnnouncementFormProps) {
  const timeZone = useProjectTimeZone();
  const [begun, setBegun] = useState(stored);
  const replaces = useRef(stored?.id ?? null);
  const tell = useCall(announce, shown);
  const load = (theirs: WrittenAnnouncement | null) => {
    replaces.current = theirs?.id ?? null;
    setBegun(theirs);
  };
  return (
    <DrawerForm
      key={begun?.id ?? 'new'}
      schema={AnnouncementFields}
      initial={{ text_en: begun?.text_en ?? '', text_cs: begun?.text_cs ?? '', until: begun?.until ?? (null as never) }}
      names={{ text_en: t('Text in English'), text_cs: t('Text in Czech'), until: t('Until') }}
      save={(values) => tell.mutateAsync({ ...values, replaces: replaces.current })}
      onSaved={() => toast({ text: t('Everyone on this server sees it now.') })}
      saveLabel={t('Announce')}
      isChange={begun !== null}
      onClose={close}
      foot={begun && <TakeBack id={begun.id} close={close} />}
      refused={(error, form) =>
        error.code === 'changedMeanwhile' && (
          <ToldMeanwhile
            person={personOf(error)}
            mine={form.values}
            load={load}
            replace={(theirs) => {
              replaces.current = theirs?.id ?? null;
              form.submit();
            }}
          />
        )
      }
    >
      {(form) => (
        <>
          <Text size="sm" c="dimmed">
            {t('Everyone sees it among their messages. A new one replaces the previous one.')}
          </Text>
          <Textarea {...form.field('text_en')} autosize minRows={3} data-autofocus />
          <Textarea {...form.field('text_cs')} autosize minRows={3} />
          <MomentInput
            field={form.field('until')}
            hint={t('Time zone {zone}', { zone: timeZone })}
            timeZone={timeZone}
            value={form.values.until}
            change={(value) => form.set('until', value as never)}
          />
        </>
      )}
    </DrawerForm>
  );
}

interface ToldMeanwhileProps {
  readonly person: string | undefined;
  readonly mine: z.input<typeof AnnouncementFields>;
  readonly load: (theirs: WrittenAnnouncement | null) => void;
  readonly replace: (theirs: WrittenAnnouncement | null) => void;
}

function ToldMeanwhile({ person, mine, load, replace }: ToldMeanwhileProps) {
  const { data: theirs } = useQuery({ ...query(readWrittenAnnouncement, {}), staleTime: 0 });
  const names = { text_en: t('Text in English'), text_cs: t('Text in Czech') };
  const differing = (['text_en', 'text_cs'] as const)
    .map((name) => ({ name: names[name], theirs: theirs?.[name] ?? '', mine: mine[name] ?? '' }))
    .filter((one) => one.theirs !== one.mine);
  return (
    <SavedMeanwhile
      person={person}
      at={theirs?.created_at}
      differing={differing}
      load={theirs === undefined ? undefined : () => load(theirs)}
      replace={theirs === undefined ? undefined : () => replace(theirs)}
    />
  );
}

function TakeBack({ id, close }: { readonly id: number; readonly close: () => void }) {
  const takeBack = useAction(takeBackAnnouncement, { ...shown, done: t('The announcement was taken back.') });
  return (
    <Button
      variant="default"
      w="fit-content"
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate({ id }, { onSuccess: close })}
    >
      {t('Take back')}
    </Button>
  );
}

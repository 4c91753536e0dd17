import { Button, Text, Textarea } from '@mantine/core';
import { query, useAction, useCall } from '#ui/calls/queries.ts';
import { ClosedPart, DrawerForm, FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { toast } from '#ui/calls/toast.ts';
import { MomentInput } from '#ui/form/text-inputs.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { type Language, languageNames } from '#ui/text/language.ts';
import { t } from '#ui/text/i18n.ts';
import { useRecordVersions } from '#ui/form/conflict.tsx';
import {
  announce,
  AnnouncementFields,
  readAnnouncement,
  readWrittenAnnouncement,
  takeBackAnnouncement,
  type TextName,
  textNames,
  type WrittenAnnouncement,
} from './announcement.contract.ts';

const translations = textNames.filter((name) => name !== 'text_en');

const shown = { refreshes: [readAnnouncement, readWrittenAnnouncement] };

export function AnnouncementDrawer() {
  const [address, change] = useAddress();
  const isOpen = address['dialog'] === 'announcement';
  const close = () => change({ dialog: undefined });
  return (
    <SideDrawer isOpen={isOpen} title={t('Announcement')} onClose={close}>
      {isOpen && (
        <Loaded query={{ ...query(readWrittenAnnouncement, {}), gcTime: 0 }} skeleton={<FormSkeleton />}>
          {(stored) => <AnnouncementForm stored={stored} close={close} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

interface AnnouncementFormProps {
  readonly stored: WrittenAnnouncement | null;
  readonly close: () => void;
}

const writtenIn = (stored: WrittenAnnouncement | null) => ({
  ...mapTexts((name) => stored?.[name] ?? ''),
  until: stored?.until ?? (null as never),
});

const mapTexts = (of: (name: TextName) => string) =>
  Object.fromEntries(textNames.map((name) => [name, of(name)])) as Record<TextName, string>;

const languageOf = (name: TextName): string => languageNames[name.replace('text_', '') as Language];

function AnnouncementForm({ stored, close }: AnnouncementFormProps) {
  const timeZone = useProjectTimeZone();
  const tell = useCall(announce, shown);
  const names = { ...mapTexts(languageOf), until: t('Until') };
  const { begun, over, refused } = useRecordVersions(stored, {
    newest: query(readWrittenAnnouncement, {}),
    names,
    inputOf: writtenIn,
    says: (_name, value) =>
      typeof value === 'number' ? formats.momentIn(value, timeZone) : String((value as string | null) ?? ''),
  });
  return (
    <DrawerForm
      key={begun?.created_at}
      schema={AnnouncementFields}
      initial={writtenIn(begun)}
      names={names}
      save={(values) => tell.mutateAsync({ ...values, over: over.current?.created_at ?? null })}
      refused={refused}
      onSaved={() => toast({ text: t('Published.') })}
      saveLabel={t('Publish')}
      isChange={stored !== null}
      onClose={close}
    >
      {(form) => (
        <>
          <Text size="sm" c="dimmed">
            {t('Shown to all users, in place of the previous one.')}
          </Text>
          <Textarea {...form.field('text_en')} autosize minRows={3} />
          <MomentInput
            field={form.field('until')}
            hint={t('Time zone {zone}', { zone: timeZone })}
            timeZone={timeZone}
            value={form.values.until}
            change={(value) => form.set('until', value as never)}
          />
          <ClosedPart
            title={t('Other languages')}
            summary={t('empty: English')}
            isWrong={translations.some((name) => form.field(name).error !== undefined)}
          >
            {translations.map((name) => (
              <Textarea key={name} {...form.field(name)} autosize />
            ))}
          </ClosedPart>
          {stored && <TakeBack id={stored.id} close={close} />}
        </>
      )}
    </DrawerForm>
  );
}

function TakeBack({ id, close }: { readonly id: number; readonly close: () => void }) {
  const takeBack = useAction(takeBackAnnouncement, { ...shown, done: t('Withdrawn.') });
  return (
    <Button
      variant="default"
      w="fit-content"
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate({ id }, { onSuccess: close })}
    >
      {t('Withdraw')}
    </Button>
  );
}

import { Radio, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorText as englishText } from '#contract/errors.ts';
import { asCallError, call } from '#ui/calls/api.ts';
import { refreshEverything } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { FormFailures } from '#ui/form/form.tsx';
import { useRecordForm } from '#ui/form/record-form.ts';
import { MomentInput } from '#ui/form/text-inputs.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { checkWaiting } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { expectedOf, usePublishGate } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';
import { PublishForm, publishWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { type Planned, type WaitingRow } from '#features/search-settings/releases/waiting.contract.ts';
import { useReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { countsText } from './release-words.tsx';
import { cancelledWords, liveGate, ownChanges } from './make-live.panel.tsx';

const toastMs = 10_000;

interface LiveGateProps {
  readonly zone: string;
  /** Epoch milliseconds, proposed for a later release. */
  readonly midnight: number;
  /** All that goes live, whichever screen it was saved on. */
  readonly rows: readonly WaitingRow[];
  /** Planned releases with earlier versions of what waits. */
  readonly replaced: readonly Planned[];
  readonly done: () => void;
}

/** Asks before everything that waits goes live, with a name, a comment and a moment. */
export function LiveGate({ zone, midnight, rows, replaced, done }: LiveGateProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [, change] = useAddress();
  const kinds = useReleasedKinds();
  const counts = Object.entries(Object.groupBy(rows, ({ source }) => source)).map(
    ([source, some]) => [source, { changed: some!.length }] as const,
  );
  const [isLater, setLater] = useState(false);
  const report = useRef<Parameters<Parameters<typeof usePublishGate>[0]['publish']>[0]>(null);
  const names = { name: t('Name (optional)'), comment: t('Comment (optional)'), publish_at: t('Date and time') };

  const form = useRecordForm({
    schema: PublishForm,
    initial: { ...cancelledWords.get(), publish_at: null },
    names,
    async save(values) {
      const checked = report.current;
      const version = checked && { waiting_version: checked.waitingVersion, expected: expectedOf(checked) };
      try {
        tell(await call(publishWaiting, { ...values, ...version }), values.publish_at);
      } catch (error) {
        if (asCallError(error).code === 'waitingMeanwhile') gate.again();
        throw error;
      }
      void refreshEverything(client);
    },
    onSaved() {
      cancelledWords.set({ name: '', comment: '' });
      change({ gate: undefined }, { isReplacing: true });
      done();
    },
  });

  function tell(
    { change_count: count, release }: { change_count: number; release: number | null },
    at: number | null | undefined,
  ) {
    if (count === 0) return toast({ text: t('Nothing was waiting.') });
    if (release === null) return toast({ text: t('Goes live on {date}.', { date: formats.comingIn(at ?? 0, zone) }) });
    const changed = (report.current?.changed.length ?? 0) > 0 && report.current;
    toast({
      text: [
        t('Saved. Customers see {count} changes, release {release}.', { count, release }),
        changed && t('{percent} of searches change.', { percent: formats.percent(changed.changedShare) }),
      ]
        .filter(Boolean)
        .join(' '),
      action: { label: t('Open'), run: () => void navigate(linkTo('/search-settings/releases', { release })) },
      durationMs: toastMs,
    });
  }

  const choose = (later: boolean) => {
    setLater(later);
    form.set('publish_at', later ? midnight : null);
  };
  const submit = () => {
    const missing = { field: 'publish_at', code: 'required', message: englishText('required'), parameters: {} } as const;
    if (isLater && form.values.publish_at === null) return form.note([missing]);
    form.submit();
  };
  // The gate keeps the first function that it gets.
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });

  const gate = usePublishGate({
    name: liveGate,
    check: (part, signal) => call(checkWaiting, part, { signal }),
    ...(isLater && { publishLabel: t('Schedule') }),
    isBusy: form.isSaving,
    isQuiet: () => rows.length > 0 && rows.every((row) => ownChanges.get()?.isOwn(row) === true),
    publish(checked) {
      report.current = checked;
      latest.current();
    },
    fields: (
      <Stack gap={12}>
        {rows.length > 0 && (
          <Text size="sm">{t('Goes live: {changes}', { changes: countsText(t, kinds, Object.fromEntries(counts)) })}</Text>
        )}
        {replaced.map(({ id, publish_at: at }) => (
          <Text key={id} size="sm" c="var(--aisle-waiting)">
            {t('This replaces changes planned for {date}.', { date: formats.comingIn(at, zone) })}
          </Text>
        ))}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
          <TextInput {...form.field('name')} placeholder={t('Black Friday')} />
          <TextInput {...form.field('comment')} />
        </SimpleGrid>
        <Radio.Group label={t('When')} value={isLater ? 'later' : 'now'} onChange={(value) => choose(value === 'later')}>
          <Group gap={16} mt={4}>
            <Radio value="now" label={t('Now')} />
            <Radio value="later" label={t('Later')} />
          </Group>
        </Radio.Group>
        {isLater && (
          <MomentInput
            field={form.field('publish_at')}
            hint={t('Time zone {zone}. Exactly these changes go live then. What you save later waits.', { zone })}
            timeZone={zone}
            value={form.values.publish_at ?? null}
            change={(value) => form.set('publish_at', value)}
          />
        )}
        <FormFailures failures={form.failures} isMarked={form.isMarked} />
      </Stack>
    ),
  });
  return gate.drawer;
}

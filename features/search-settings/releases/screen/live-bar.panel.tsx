import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Clock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { query, refreshEverything, useAction } from '#ui/calls/queries.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { useStore } from '#ui/state/store.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ComingMoment } from '#ui/text/moment.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { cancelPlanned } from '#features/search-settings/releases/releases.contract.ts';
import { type Planned, readWaiting, type WaitingRow } from '#features/search-settings/releases/waiting.contract.ts';
import { kindOf, screenOf } from '#ui/releases/released-kind.ts';
import { useReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { later } from '#ui/page/later.tsx';
import { cancelledWords, liveGate, useMakeLive } from './make-live.panel.tsx';

const LiveGate = later(async () => (await import('./live-gate.tsx')).LiveGate);
const WaitingDrawer = later(async () => (await import('./waiting-drawer.tsx')).WaitingDrawer);

/** Others save, and moments come. */
const askEveryMs = 30_000;
/** Elsewhere than on the screen of releases. */
const shownPlans = 1;
const releasesPath = '/search-settings/releases';

/** An editor of rows belongs to its list. */
const rootOf = (path: string): string => path.split('/', 3).join('/');

interface LiveBarProps {
  /** The path of a screen of search settings; null where only the check and the list open. */
  readonly path: string | null;
}

/** Shown above a screen of search settings while something saved there isn't live; above releases, while anything isn't. */
export function LiveBar({ path }: LiveBarProps) {
  const [published, setPublished] = useState(0);
  const [{ gate, waiting }] = useAddress();
  const { data } = useQuery({ ...query(readWaiting, {}), refetchInterval: askEveryMs });
  const rows = data?.rows.filter(({ planned }) => planned === null) ?? [];
  const kinds = useReleasedKinds(data !== undefined && data.rows.length > 0);
  const count = data && data.rows.length;
  const { name } = useStore(cancelledWords);
  useFewer(count);
  if (!data) return null;
  const isHere = (row: WaitingRow) =>
    path === releasesPath || (path !== null && rootOf(path) === rootOf(screenOf(kindOf(kinds, row.source), row).to));
  const own = rows.filter(isHere);
  const ownPlans = data.planned.filter(({ id }) => data.rows.some((row) => row.held_by === id && isHere(row)));
  const plans = path === releasesPath ? data.planned : ownPlans.slice(0, shownPlans);
  return (
    <>
      {path !== null && (
        <>
          {own.length > 0 && <ChangesBar rows={own} elsewhereCount={rows.length - own.length} midnight={data.next_midnight} />}
          {plans.map((plan) => (
            <PlanBar key={plan.id} plan={plan} zone={data.time_zone} moreCount={ownPlans.length - plans.length} />
          ))}
        </>
      )}
      <WaitingDrawer waiting={data} isOpen={waiting !== undefined} />
      <LiveGate
        key={`${published} ${name}`}
        zone={data.time_zone}
        midnight={data.next_midnight}
        rows={rows}
        replaced={data.planned.filter(({ id }) => rows.some(({ held_by: plan }) => plan === id))}
        done={() => setPublished(published + 1)}
        isOpen={gate === liveGate}
      />
    </>
  );
}

interface ChangesBarProps {
  readonly rows: readonly WaitingRow[];
  readonly elsewhereCount: number;
  readonly midnight: number;
}

function ChangesBar({ rows, elsewhereCount, midnight }: ChangesBarProps) {
  const [, change] = useAddress();
  const count = rows.length;
  const atMidnight = rows.filter(({ goes_live: moment }) => moment === 'atMidnight').length;
  const makeLive = useMakeLive();
  const block = useSavingBlock();
  const text = t("{count} changes aren't live yet", { count });
  return (
    <NoticeBar
      icon={Clock}
      isAmber
      label={text}
      text={
        <>
          <strong>{text}</strong>
          {atMidnight > 0 && (
            <Text span inherit c="dimmed">
              {' · '}
              {atMidnight === count ? t('Goes live at midnight') : t('{count} go live at midnight', { count: atMidnight })},{' '}
              <ComingMoment at={midnight} />
            </Text>
          )}
          {elsewhereCount > 0 && (
            <>
              {' · '}
              <Anchor component="button" type="button" inherit onClick={() => change({ waiting: 1 })}>
                {t('{count} more on other screens', { count: elsewhereCount })}
              </Anchor>
            </>
          )}
        </>
      }
    >
      <Group gap={8}>
        <ShowButton />
        <Button variant="default" size="xs" disabled={block !== undefined} title={block} onClick={() => makeLive()}>
          {t('Publish')}
        </Button>
      </Group>
    </NoticeBar>
  );
}

function ShowButton() {
  const [, change] = useAddress();
  return (
    <Button variant="default" size="xs" onClick={() => change({ waiting: 1 })}>
      {t('Changes')}
    </Button>
  );
}

interface PlanBarProps {
  readonly plan: Planned;
  readonly zone: string;
  readonly moreCount: number;
}

function PlanBar({ plan: { id, name, comment, publish_at: at, change_count: count }, zone, moreCount }: PlanBarProps) {
  const block = useSavingBlock();
  const cancel = useAction(cancelPlanned, { refreshes: 'everything', done: t('Cancelled. Its changes wait again.') });
  const date = formats.comingIn(at, zone);
  const text =
    name === '' ? t('{count} changes go live on {date}', { count, date }) : t('“{name}” goes live on {date}', { name, date });
  const ask = async () => {
    const isSure = await confirm({
      title: t('Cancel this release?'),
      text: t('Its changes wait again. Curations and ignored terms then go live at midnight.'),
      confirmLabel: t('Cancel release'),
      cancelLabel: t('Keep it'),
    });
    if (isSure) cancel.mutate({ id }, { onSuccess: () => cancelledWords.set({ name, comment }) });
  };
  return (
    <NoticeBar
      icon={CalendarClock}
      label={text}
      text={
        <>
          <strong title={zone}>{text}</strong>{' '}
          <Text span inherit c="dimmed">
            {[name !== '' && t('{count} changes', { count }), comment].filter(Boolean).join(' · ')}{' '}
            {moreCount > 0 && (
              <AllowedLink needs={readWaiting.needs} to={linkTo(releasesPath)}>
                {t('{count} more planned', { count: moreCount })}
              </AllowedLink>
            )}
          </Text>
        </>
      }
    >
      <Group gap={8}>
        <ShowButton />
        <Button variant="default" size="xs" disabled={block !== undefined} title={block} onClick={() => void ask()}>
          {t('Cancel')}
        </Button>
      </Group>
    </NoticeBar>
  );
}

/** Changes go live by themselves, and by others. */
function useFewer(count: number | undefined): void {
  const client = useQueryClient();
  const last = useRef(count);
  useEffect(() => {
    if (count !== undefined && count < (last.current ?? 0)) void refreshEverything(client);
    last.current = count;
  });
}

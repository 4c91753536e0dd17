import { Button, Stack, Text, Skeleton } from '@mantine/core';
import { ChartLine, Keyboard, MousePointerClick, Plug, SearchX, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Empty, AfterWait, LoadError, RefetchBar } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { OfferMadeUpVisitors } from '#features/analytics/made-up-visitors/screen/made-up-visitors.panel.tsx';
import { type Statistics, trackedSince } from './statistics.panel.tsx';
import type { CallError } from '#ui/calls/api.ts';

const pluginPath = '/developer/plugin';

interface TrackedProps {
  readonly of: Statistics;
  readonly children: ReactNode;
}

/** Shows figures, or why there are none. */
export function Tracked({ of, children }: TrackedProps) {
  const { context, range, today } = of;
  if (!context) return children;
  if (context.is_being_filled)
    return (
      <Empty icon={UsersRound} title={t('The month is being filled …')} text={t('Figures appear here once it is complete.')} />
    );
  const since = trackedSince(of, context);
  const isAsking = trackedSince({ ...of, isOfEvents: false, resultObject: 'all' }, context) !== null;
  if (since === null && isAsking) return <OnlyOthers of={of} />;
  if (since === null)
    return (
      <Empty
        icon={Plug}
        title={t('Nothing tracked yet')}
        text={t('Connect your shop; searches appear here within a minute.')}
        action={
          <Stack align="center" gap={12}>
            <PluginLink>{t('Connect your shop')}</PluginLink>
            <OfferMadeUpVisitors areMadeUp={context.are_visitors_made_up} />
          </Stack>
        }
      />
    );
  if (range.to >= since) return children;
  const date = formats.days(since, since);
  return (
    <Empty
      icon={ChartLine}
      title={t('Tracking began on {date}.', { date })}
      text={t('No figures for the days before.')}
      action={
        <Button variant="default" onClick={() => of.choose({ range: { from: since, to: today } })}>
          {t('Show from {date}', { date })}
        </Button>
      }
    />
  );
}

function OnlyOthers({ of: { isOfEvents, resultObject } }: Pick<TrackedProps, 'of'>) {
  if (!isOfEvents && resultObject !== 'autocomplete') return <NoSearches />;
  const [icon, title, text, link] = isOfEvents
    ? [MousePointerClick, t('Clicks aren’t sent yet.'), t('Then you see which items visitors see, open and buy.'), t('Turn on')]
    : [Keyboard, t('Autocomplete hasn’t been used yet.'), t('Then you see what visitors type.'), t('Shop plugin')];
  return <Empty icon={icon} title={title} text={text} action={<PluginLink>{link}</PluginLink>} />;
}

const PluginLink = ({ children }: { readonly children: string }) => (
  <AllowedLink needs="developer" to={linkTo(pluginPath)}>
    {children}
  </AllowedLink>
);

export function NoSearches() {
  return <Empty icon={SearchX} title={t('No searches in this period.')} text={t('Choose other days.')} />;
}

export function NoItemEvents() {
  return (
    <Empty
      icon={MousePointerClick}
      title={t('Nobody clicked or bought anything in this period.')}
      text={t('Choose other days.')}
    />
  );
}

/** True while loading. */
export const hasEvents = ({ context }: Statistics): boolean => context === undefined || context.tracked_since.events !== null;

export function NoEvents({ of }: Pick<TrackedProps, 'of'>) {
  if (hasEvents(of)) return null;
  return (
    <Text size="sm" c="dimmed" mt={8}>
      {t('Clicks aren’t sent yet.')} <PluginLink>{t('Turn on')}</PluginLink>
    </Text>
  );
}

interface AnsweredProps<Data> {
  readonly query: UseQueryResult<Data, CallError>;
  readonly skeletonPx?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the previous response while another loads. */
export function Answered<Data>({ query, skeletonPx = 380, children }: AnsweredProps<Data>) {
  const { data, error, isFetching, isPlaceholderData: isOther, refetch } = query;
  const failure = error && <LoadError error={error} retry={() => void refetch()} />;
  if (data === undefined)
    return (
      failure ?? (
        <AfterWait>
          <Skeleton height={skeletonPx} aria-hidden />
        </AfterWait>
      )
    );
  return (
    <div>
      <RefetchBar isMoving={isFetching} />
      <Stack gap={20} data-other={isOther} opacity={isOther ? 0.5 : 1}>
        {failure}
        {children(data)}
      </Stack>
    </div>
  );
}

import { Alert, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import { RotateCw, type LucideIcon } from 'lucide-react';
import { useDeferredValue, useEffect, useReducer, useState, type ReactNode } from 'react';
import { notifyManager, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './refetch-bar.module.css';
import type { CallError } from '#ui/calls/api.ts';

/** Faster answers show no skeleton. */
export const skeletonAfterMs = 200;

/** Reserves its space at once, so that nothing moves. */
export function AfterWait({ children }: { readonly children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <div style={{ display: 'contents', ...(!isOver && { visibility: 'hidden' }) }}>{children}</div>;
}

interface SettledProps {
  readonly isOver: () => boolean;
  readonly children: ReactNode;
}

/** Hides a new screen until its first answers are there or skeletons are due, so that nothing moves. */
export function Settled({ isOver, children }: SettledProps) {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(isOver);
  const [, checkAgain] = useReducer((checks: number) => checks + 1, 0);
  // Deferred like the rows of lists, to appear with them.
  const isShown = useDeferredValue(isSettled);
  useEffect(() => {
    if (isSettled) return undefined;
    const due = setTimeout(() => setSettled(true), skeletonAfterMs);
    const stop = client.getQueryCache().subscribe(() => notifyManager.schedule(checkAgain));
    return () => {
      clearTimeout(due);
      stop();
    };
  }, [client, isSettled]);
  // After each answer is rendered, as it may lead to the next call.
  useEffect(() => {
    const isWaiting = () => client.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
    const timer = setTimeout(() => isWaiting() || setSettled(true));
    return () => clearTimeout(timer);
  });
  return <div style={isShown ? {} : { opacity: 0 }}>{children}</div>;
}

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly details?: ReactNode;
  readonly action?: ReactNode;
  readonly beginnings?: ReactNode;
  readonly headingOrder?: 1 | 2;
}

export function Empty({ icon: Icon, title, text, details, action, beginnings, headingOrder = 2 }: EmptyProps) {
  return (
    <Center py={64} px={16}>
      <Stack align="center" gap={8} maw={440}>
        <Icon size={32} strokeWidth={1.5} aria-hidden color="var(--mantine-color-dimmed)" />
        <Title order={headingOrder} ta="center" mt={8} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" size="sm" ta="center">
            {text}
          </Text>
        )}
        {details}
        {action && <div style={{ marginTop: 16 }}>{action}</div>}
        {beginnings}
      </Stack>
    </Center>
  );
}

interface LoadErrorProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly title?: string;
}

export function LoadError({ error, retry, title }: LoadErrorProps) {
  return (
    <Alert color="red" variant="light" title={title ?? t('This could not be loaded.')} my={16}>
      <Stack align="flex-start" gap={12}>
        <Text size="sm">{errorText(error)}</Text>
        <Button variant="default" size="xs" leftSection={<RotateCw size={14} aria-hidden />} onClick={retry}>
          {t('Try again')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('Still failing? Contact your administrator.')}
        </Text>
      </Stack>
    </Alert>
  );
}

export function RowSkeletons({ count = 8 }: { readonly count?: number }) {
  return (
    <AfterWait>
      <Stack gap={12} py={12} aria-hidden>
        {Array.from({ length: count }, (_, row) => (
          <Skeleton key={row} height={20} width={`${96 - ((row * 7) % 24)}%`} />
        ))}
      </Stack>
    </AfterWait>
  );
}

export const RefetchBar = ({ isMoving }: { readonly isMoving: boolean }) => (
  <div className={classes.bar} data-moving={isMoving} aria-hidden />
);

interface LoadedProps<Data> {
  readonly query: UseQueryOptions<Data, CallError>;
  readonly skeleton: ReactNode;
  /** Where to go if there is no such record. */
  readonly gone?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, skeleton, gone, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = useQuery(query);
  if (data === undefined && gone !== undefined && error?.code === 'notFound') return gone;
  if (data === undefined && error) return <LoadError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <AfterWait>{skeleton}</AfterWait>;
  return (
    <>
      <RefetchBar isMoving={isFetching} />
      {children(data)}
    </>
  );
}

import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { returnAddress } from '#ui/state/return-address.ts';
import { msg, t, useLanguage } from '#ui/text/i18n.ts';
import { isErrorAddress } from '#apps/console/session/addresses.ts';
import { isLoadingFailure } from '#apps/console/loading.ts';

type Listener = (error: unknown) => void;

const waiting: unknown[] = [];
let listener: Listener = (error) => void waiting.push(error);

export const tellFailure = (error: unknown): void => listener(error);

export function onFailure(take: Listener): void {
  for (const error of waiting.splice(0)) take(error);
  listener = take;
}

/** Apart from the other errors, as every page may need them. */
export const missingTexts = {
  noConnection: {
    title: msg('The connection is lost'),
    text: msg('The server can’t be reached. Check your network; search in your shop is not affected.'),
    action: msg('Try again'),
  },
  codeMissing: {
    title: msg('This page could not be loaded'),
    text: msg('There is a newer console, or the connection was lost. Reload the page.'),
    action: msg('Try again'),
  },
} as const;

const probe = '/robots.txt';

export const isServerThere = (): Promise<boolean> =>
  fetch(probe, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

interface FailureProps {
  readonly error: unknown;
  readonly retry: () => void;
}

const broken = {
  title: msg('This page has failed'),
  text: msg('Internal error, please try again a few minutes later.'),
  action: msg('Try again'),
};

export function Failure({ error, retry }: FailureProps) {
  useLanguage();
  useEffect(() => tellFailure(error), [error]);
  const isMissing = isLoadingFailure(error);
  const isAway = useServerAway(isMissing);
  const { title, text, action } = isMissing ? missingTexts[isAway ? 'noConnection' : 'codeMissing'] : broken;
  return (
    <Center py={96} px={16}>
      <Stack align="center" gap={12} maw={440} role="alert">
        <Title order={1}>{t(title)}</Title>
        <Text c="dimmed" ta="center">
          {t(text)}
        </Text>
        <Button mt={12} onClick={isMissing ? loadAgain : retry}>
          {t(action)}
        </Button>
      </Stack>
    </Center>
  );
}

const loadAgain = () => (isErrorAddress(location.pathname) ? location.assign(returnAddress(location.search)) : location.reload());

/** Tells a server that is down from one with a newer version. */
function useServerAway(isAsked: boolean): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (isAsked) void isServerThere().then((isThere) => setIsAway(!isThere));
  }, [isAsked]);
  return isAway;
}

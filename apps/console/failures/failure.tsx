import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { returnAddress } from '#ui/state/return-address.ts';
import { msg, t, useLanguage } from '#ui/text/i18n.ts';
import { isErrorAddress } from '#apps/console/session/error-address.ts';
import { tellFailure } from './failures.ts';
import { isLoadingFailure } from '#apps/console/loading.ts';
import { missingTexts } from './missing-texts.ts';
import { isServerThere } from './probe.ts';

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

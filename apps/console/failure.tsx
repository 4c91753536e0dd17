import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useText } from '#console-kit/text/i18n.ts';
import { isLoadingFailure } from './loading.ts';

interface FailureProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Instead of a page that failed to load or to render. */
export function Failure({ error, retry }: FailureProps) {
  const t = useText();
  const isOutdated = isLoadingFailure(error);
  return (
    <Center py={96} px={16}>
      <Stack align="center" gap={12} maw={440} role="alert">
        <Title order={1}>{isOutdated ? t('This page could not be loaded') : t('This page has failed')}</Title>
        <Text c="dimmed" ta="center">
          {isOutdated
            ? t('There is a newer version of the console, or the connection was lost. Load the page again.')
            : t('Internal error, please try again a few minutes later.')}
        </Text>
        <Button mt={12} onClick={isOutdated ? () => location.reload() : retry}>
          {isOutdated ? t('Load again') : t('Try again')}
        </Button>
      </Stack>
    </Center>
  );
}

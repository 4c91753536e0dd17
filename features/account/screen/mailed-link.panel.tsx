import { Alert, Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { errorText } from '#ui/calls/error-text.ts';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { PublicLayout } from './public-layout.panel.tsx';

interface MailedLinkProps<E extends Endpoint> {
  readonly title: string;
  readonly purpose: string;
  readonly footer: ReactNode;
  readonly endpoint: E;
  readonly button: string;
  readonly doneText: (answer: OutputOf<E>) => string;
}

/** Mail scanners open links, so the page acts on a click. */
export function MailedLink<E extends Endpoint>({ endpoint, button, doneText, ...around }: MailedLinkProps<E>) {
  const [told, setTold] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    const token = new URLSearchParams(location.search).get('token') ?? '';
    void call(endpoint, { token } as unknown as InputOf<E>)
      .then(
        (answer) => setTold(doneText(answer)),
        (error: unknown) => setFailure(errorText(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <PublicLayout {...around}>
      {failure !== null && (
        <Alert variant="light" color="red" role="alert" mb={16}>
          {failure}
        </Alert>
      )}
      {told === null ? (
        <Button loading={isBusy} onClick={press}>
          {button}
        </Button>
      ) : (
        <Text role="status" fw={600} c="var(--aisle-live)">
          {told}
        </Text>
      )}
    </PublicLayout>
  );
}

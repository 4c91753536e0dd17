import { Alert, Button, Divider } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { returnAddress } from '#ui/state/return-address.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { beginSingleSignOn } from '#features/account/account.contract.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

interface BegunSignIn {
  readonly ticket: string;
  readonly returnTo: string;
}

const separator = ' ';

/** In session storage, so that no other tab or link has the ticket. */
const keepSignIn = ({ ticket, returnTo }: BegunSignIn): void =>
  writeStored('providerSignIn', ticket + separator + returnTo, 'tab');

export function takeSignIn(): BegunSignIn | null {
  const kept = readStored('providerSignIn', 'tab');
  if (kept === null) return null;
  writeStored('providerSignIn', null, 'tab');
  const at = kept.indexOf(separator);
  return { ticket: kept.slice(0, at), returnTo: kept.slice(at + 1) };
}

interface ProviderButtonProps {
  readonly name: string;
  readonly isAlone: boolean;
}

export default function ProviderButton({ name, isAlone }: ProviderButtonProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const leave = async () => {
    setIsLeaving(true);
    setFailure(null);
    try {
      const { address, ticket } = await call(beginSingleSignOn, {});
      keepSignIn({ ticket, returnTo: returnAddress(location.search) });
      location.assign(address);
    } catch (error) {
      setFailure(errorText(error));
      setIsLeaving(false);
    }
  };
  return (
    <>
      {!isAlone && <Divider my={16} label={t('or')} />}
      {failure !== null && (
        <Alert variant="light" color="red" role="alert" mb={16}>
          {failure}
        </Alert>
      )}
      <Button fullWidth variant={isAlone ? 'filled' : 'default'} loading={isLeaving} onClick={() => void leave()}>
        {t('Sign in with {provider}', { provider: name })}
      </Button>
    </>
  );
}

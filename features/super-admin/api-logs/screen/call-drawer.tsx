import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import { PlainValue } from '#ui/code/code-block.tsx';
import { FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { RecordGone } from '#ui/form/conflict.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { type ApiCall, listApiCalls } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { CallDuration, CallStatus, CallTime, CallUser, reasonText } from './call-cells.tsx';
import classes from './api-logs.module.css';

export function CallDrawer() {
  const [{ call: id }, change] = useAddress();
  const close = () => change({ call: undefined });
  return (
    <SideDrawer isOpen={id !== undefined} title={t('Call')} onClose={close}>
      {id !== undefined && (
        <Loaded query={query(listApiCalls, { call: id })} skeleton={<FormSkeleton />}>
          {({ items: [call] }) => (call ? <CallDetails call={call} /> : <RecordGone close={close} />)}
        </Loaded>
      )}
    </SideDrawer>
  );
}

function CallDetails({ call }: { readonly call: ApiCall }) {
  return (
    <Stack gap={24}>
      <CallFacts call={call} />
      <Stack gap={8}>
        <Title order={3}>{t('Parameters')}</Title>
        {call.parameters.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('No parameters in the address.')}
          </Text>
        ) : (
          <Facts isCode facts={call.parameters.map(({ name, value }) => [name, value] as const)} />
        )}
      </Stack>
      {call.request_id !== '' && (
        <Stack gap={4}>
          <Title order={3}>{t('Request ID')}</Title>
          <PlainValue value={call.request_id} copyLabel={t('Copy')} />
        </Stack>
      )}
      <Ways call={call} />
    </Stack>
  );
}

function Ways({ call }: { readonly call: ApiCall }) {
  const [, change] = useAddress();
  const narrow = (filters: { readonly path?: string; readonly user_id?: string }) =>
    change({ call: undefined, page: undefined, ...filters });
  return (
    <Group gap={16}>
      <Anchor component="button" type="button" size="sm" onClick={() => narrow({ path: call.path })}>
        {t('Same path')}
      </Anchor>
      {call.user_id !== null && (
        <Anchor component="button" type="button" size="sm" onClick={() => narrow({ user_id: String(call.user_id) })}>
          {t('Same user')}
        </Anchor>
      )}
    </Group>
  );
}

function CallFacts({ call }: { readonly call: ApiCall }) {
  const facts: FactsProps['facts'] = [
    [t('Time'), <CallTime key="time" call={call} isWhole />],
    [t('Duration'), <CallDuration key="took" call={call} />],
    [t('Project'), call.project ?? '–'],
    [t('User'), <CallUser key="user" call={call} />],
    [t('Address'), call.address || '–'],
    [t('Agent'), call.agent || '–'],
  ];
  return (
    <div>
      <code className={classes.whole}>{call.call}</code>
      <Text size="sm" mt={8}>
        <CallStatus call={call} /> {reasonText(t, call)}
        {call.code !== null && (
          <Text span size="xs" c="dimmed">
            {' '}
            <code>{call.code}</code>
          </Text>
        )}
      </Text>
      <Box mt={16}>
        <Facts facts={facts} />
      </Box>
    </div>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly isCode?: boolean;
}

const Facts = ({ facts, isCode = false }: FactsProps) => (
  <Stack component="dl" gap={6} m={0} fz={14}>
    {facts.map(([name, value]) => (
      <Box key={name} display="grid" style={{ gridTemplateColumns: 'minmax(96px, 3fr) 7fr', gap: 12, overflowWrap: 'anywhere' }}>
        <Text component="dt" size="sm" c="dimmed">
          {isCode ? <code>{name}</code> : name}
        </Text>
        <Box component="dd" m={0} miw={0}>
          {value}
        </Box>
      </Box>
    ))}
  </Stack>
);

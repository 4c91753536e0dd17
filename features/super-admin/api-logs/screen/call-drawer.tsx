import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Terminal } from 'lucide-react';
import { useState } from 'react';
import { query } from '#ui/calls/queries.ts';
import { copyText } from '#ui/code/copy-text.ts';
import { PlainValue } from '#ui/code/plain-value.tsx';
import { FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { RecordGone } from '#ui/form/record-gone.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { type ApiCall, listApiCalls, maskedValue } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { CallFacts, Facts } from './call-facts.tsx';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { hasBody, type Method } from '#contract/endpoint.ts';

/** What stands where the log has nothing: `<token>`, to be filled in. */
const placeholder = (name: string): string => `<${name}>`;
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call as a command for a terminal. What the log doesn't keep is left to whoever makes it again. */
export function curlOf({ method, path, parameters, is_shop: isShop }: ApiCall, origin: string): string {
  const known = new Map(parameters.map(({ name, value }) => [name, value]));
  const valueOf = (name: string): string => {
    const value = known.get(name);
    return value === undefined || value.includes(maskedValue) ? placeholder(name) : encodeURIComponent(value);
  };
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => valueOf(name));
  const asked = parameters.filter(({ name, is_in_path: isInPath }) => !isInPath && name !== maskedValue);
  const query = asked.map(({ name }) => `${encodeURIComponent(name)}=${valueOf(name)}`).join('&');
  return [
    `curl ${quoted(origin + address + (query === '' ? '' : `?${query}`))}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(isShop ? [] : [`-H ${quoted(`${sessionHeader}: <session>`)}`, `-H ${quoted(`${projectHeader}: <project token>`)}`]),
    ...(hasBody(method as Method) ? [`-H 'content-type: application/json'`, `-d '<body>'`] : []),
  ].join(' \\\n  ');
}

/** One call. Its address is `?call=3`; up and down go to the calls beside it, in the order of the list. */
export function CallDrawer({ rows }: { readonly rows: readonly ApiCall[] | undefined }) {
  const [address, change] = useAddress();
  const id = Number(address['call']);
  const isOpen = Number.isInteger(id) && id > 0;
  const place = rows?.findIndex((row) => row.id === id) ?? -1;
  // A link leads to a call that may stand on no page any more.
  const isAway = isOpen && rows !== undefined && place === -1;
  const alone = useQuery({ ...query(listApiCalls, { call: id }), enabled: isAway });
  const call = place === -1 ? alone.data?.items[0] : rows?.[place];
  const close = () => change({ call: undefined });
  const go = (step: number) => {
    const next = place === -1 ? undefined : rows?.[place + step];
    if (isOpen && next) change({ call: next.id }, { isReplacing: true });
  };
  useHotkeys([
    ['ArrowDown', () => go(1)],
    ['ArrowUp', () => go(-1)],
  ]);
  return (
    <SideDrawer isOpen={isOpen} title={t('Call')} onClose={close}>
      {call && <CallDetails call={call} />}
      {!call && alone.data && <RecordGone close={close} />}
      {!call && alone.error && <LoadError error={alone.error} retry={() => void alone.refetch()} />}
      {!call && !alone.data && !alone.error && <FormSkeleton />}
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
            {t('None in its address.')}
          </Text>
        ) : (
          <Facts isCode facts={call.parameters.map(({ name, value }) => [name, value] as const)} />
        )}
        <Text size="xs" c="dimmed">
          {t('••• stands for what the log does not keep. It keeps no bodies.')}
        </Text>
      </Stack>
      {call.request_id !== '' && (
        <Stack gap={4}>
          <Title order={3}>{t('Request ID')}</Title>
          <PlainValue value={call.request_id} copyLabel={t('Copy request ID')} />
        </Stack>
      )}
      <Ways call={call} />
    </Stack>
  );
}

function Ways({ call }: { readonly call: ApiCall }) {
  const [, change] = useAddress();
  const narrow = (filters: { readonly path?: string; readonly user_id?: number }) =>
    change({ call: undefined, page: undefined, ...filters });
  return (
    <Group gap={16}>
      <Anchor component="button" type="button" size="sm" onClick={() => narrow({ path: call.path })}>
        {t('Same path')}
      </Anchor>
      {call.user_id !== null && (
        <Anchor component="button" type="button" size="sm" onClick={() => narrow({ user_id: call.user_id! })}>
          {t('Same user')}
        </Anchor>
      )}
      <CopyCurl key={call.id} call={call} />
    </Group>
  );
}

function CopyCurl({ call }: { readonly call: ApiCall }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Terminal size={14} aria-hidden />}
      onClick={() => void copyText(curlOf(call, location.origin)).then(setIsCopied)}
    >
      {isCopied ? t('Copied') : t('Copy as curl')}
    </Button>
  );
}

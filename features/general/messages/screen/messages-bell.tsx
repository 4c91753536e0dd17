import { ActionIcon, Anchor, Box, Text } from '@mantine/core';
import { Popup } from '#ui/page/popup.tsx';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Bell, CircleAlert } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { t } from '#ui/text/i18n.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { useProject } from '#ui/state/session.ts';
import { dismissMessage, listMessages, type Message } from '#features/general/messages/messages.contract.ts';
import classes from './messages.module.css';
import { Link } from '@tanstack/react-router';
import { messageTexts } from '#contract/texts/message-texts.ts';
import { linkTo, parseAddress, type ScreenPath } from '#ui/state/address.ts';
import { useDetailedText } from '#ui/text/refusal.ts';
import { Moment } from '#ui/text/moment.tsx';
import { MessageItem } from './message-item.panel.tsx';
import { useFailureText } from '#features/data/imports/screen/import-failure.panel.tsx';

const askEveryMs = 60_000;
const widthPx = 380;
const mostShown = 9;

interface MessagesBellProps {
  readonly notices: readonly ReactElement[];
}

export function MessagesBell({ notices }: MessagesBellProps) {
  const project = useProject();
  const [isOpen, { close, toggle }] = useDisclosure();
  const bell = useRef<HTMLButtonElement>(null);
  const { data = [] } = useQuery({
    ...query(listMessages, {}),
    enabled: project !== null,
    refetchInterval: askEveryMs,
    retry: false,
  });
  const count = data.length + notices.length;
  return (
    <>
      <ActionIcon
        ref={bell}
        aria-expanded={isOpen}
        variant="subtle"
        color="gray"
        size={36}
        className={classes.bell}
        {...(count > 0 && { 'data-count': count > mostShown ? `${mostShown}+` : count })}
        aria-label={count === 0 ? t('Messages: none') : t('{count} messages', { count })}
        onClick={toggle}
      >
        <Bell size={18} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Popup
          anchor={bell}
          onClose={close}
          position="bottom-end"
          role="dialog"
          aria-label={t('Messages')}
          style={{ width: widthPx, padding: 0 }}
        >
          <MessageList messages={data} notices={notices} onClose={close} />
        </Popup>
      )}
    </>
  );
}

interface MessageListProps {
  readonly messages: readonly Message[];
  readonly notices: readonly ReactElement[];
  readonly onClose: () => void;
}

function MessageList({ messages, notices, onClose }: MessageListProps) {
  const dismiss = useAction(dismissMessage, { refreshes: [listMessages], done: t('Dismissed.') });
  const list = useRef<HTMLUListElement>(null);
  // The focused button disappears with its message.
  const moveFocus = () => (messages.length + notices.length > 1 ? list.current?.focus() : onClose());
  if (messages.length + notices.length === 0)
    return (
      <Text size="sm" c="dimmed" p={16} tabIndex={-1} data-autofocus>
        {t('All good. Problems will show up here.')}
      </Text>
    );
  return (
    <Box component="ul" mah="min(420px, 100vh - 96px)" m={0} p={0} className={classes.list} tabIndex={-1} ref={list}>
      {notices}
      {messages.map((message) => (
        <MessageItem
          key={message.id}
          icon={CircleAlert}
          colour="var(--mantine-color-error)"
          dismiss={() => dismiss.mutate({ id: message.id }, { onSuccess: moveFocus })}
        >
          <MessageText message={message} onOpen={onClose} />
        </MessageItem>
      ))}
    </Box>
  );
}

function MessageText({ message, onOpen }: { readonly message: Message; readonly onOpen: () => void }) {
  const say = useDetailedText();
  const { kind, details, failure, address, created_at: at } = message;
  const failureText = useFailureText([failure]);
  const [path = '', search = ''] = address.split('?');
  return (
    <>
      <Anchor component={Link} {...linkTo(path as ScreenPath, parseAddress(search))} size="sm" onClick={onOpen}>
        {say(messageTexts[kind], details)}
      </Anchor>
      {failure && <Text size="sm">{failureText(failure)}</Text>}
      <Text size="xs" c="dimmed">
        <Moment at={at} />
      </Text>
    </>
  );
}

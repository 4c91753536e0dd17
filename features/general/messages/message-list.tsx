import { ActionIcon, Anchor, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleAlert, X } from 'lucide-react';
import { useRef } from 'react';
import { importFailures } from '#contract/import-texts.ts';
import { messageTexts } from '#contract/message-texts.ts';
import { parseAddress, linkTo } from '#console-kit/state/address.ts';
import { useDetailedText } from '#console-kit/text/detailed-text.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import { useAction } from '#console-kit/calls/queries.ts';
import { dismissMessage, listMessages, type Message } from './messages.contract.ts';
import classes from './messages.module.css';

interface MessageListProps {
  readonly messages: readonly Message[];
  /** A message was followed to its screen, or none is left. */
  readonly onClose: () => void;
}

/** What the person should know, each with the way to the place where something can be done about it. */
export function MessageList({ messages, onClose }: MessageListProps) {
  const t = useText();
  const dismiss = useAction(dismissMessage, { refreshes: [listMessages], done: t('The message was dismissed.') });
  const list = useRef<HTMLUListElement>(null);
  // The button that has the focus goes with its message.
  const moveFocus = () => (messages.length > 1 ? list.current?.focus() : onClose());
  if (messages.length === 0)
    return (
      <Text size="sm" c="dimmed" p={16} tabIndex={-1} data-autofocus>
        {t('Nothing needs you now. Failed imports and the like will be told here.')}
      </Text>
    );
  return (
    <ul className={classes.list} tabIndex={-1} ref={list}>
      {messages.map((message) => (
        <li key={message.id} className={classes.message}>
          <CircleAlert size={16} aria-hidden color="var(--mantine-color-error)" />
          <MessageText message={message} onOpen={onClose} />
          <Tooltip label={t('Dismiss')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('Dismiss')}
              onClick={() => dismiss.mutate({ id: message.id }, { onSuccess: moveFocus })}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

function MessageText({ message, onOpen }: { readonly message: Message; readonly onOpen: () => void }) {
  const say = useDetailedText();
  const { kind, details, failure, address, created_at: at } = message;
  const [path = '', search = ''] = address.split('?');
  return (
    <div className={classes.text}>
      <Anchor component={Link} {...linkTo(path, parseAddress(search))} size="sm" onClick={onOpen}>
        {say(messageTexts[kind], details)}
      </Anchor>
      {failure && <Text size="sm">{say(importFailures[failure.code], failure.details)}</Text>}
      <Text size="xs" c="dimmed">
        <Moment at={at} />
      </Text>
    </div>
  );
}

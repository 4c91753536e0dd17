import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import type { ReactElement } from 'react';
import { t } from '#console-kit/text/i18n.ts';
import { query } from '#console-kit/calls/queries.ts';
import { useProject } from '#console-kit/session/rights.ts';
import { MessageList } from './message-list.tsx';
import { listMessages } from './messages.contract.ts';
import classes from './messages.module.css';

const askEveryMs = 60_000;
const widthPx = 380;
/** There is room for one figure. */
const mostShown = 9;

interface MessagesBellProps {
  /** What is not about the project, each a `MessageItem`. */
  readonly notices: readonly ReactElement[];
}

export function MessagesBell({ notices }: MessagesBellProps) {
  const project = useProject();
  const [isOpen, { close, toggle }] = useDisclosure();
  const { data = [] } = useQuery({
    ...query(listMessages, {}),
    enabled: project !== null,
    refetchInterval: askEveryMs,
    retry: false,
  });
  const count = data.length + notices.length;
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" width={widthPx} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
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
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 36px)" aria-label={t('Messages')}>
        <MessageList messages={data} notices={notices} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

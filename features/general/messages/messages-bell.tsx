import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useText } from '#console-kit/i18n.ts';
import { query } from '#console-kit/queries.ts';
import { useProject } from '#console-kit/rights.ts';
import { MessageList } from './message-list.tsx';
import { listMessages } from './messages.contract.ts';

const askEveryMs = 60_000;
const widthPx = 380;

/** What the person should know about the project: how many things, and the list of them. */
export function MessagesBell() {
  const t = useText();
  const project = useProject();
  const [isOpen, { close, toggle }] = useDisclosure();
  const { data = [] } = useQuery({
    ...query(listMessages, {}),
    enabled: project !== null,
    refetchInterval: askEveryMs,
    retry: false,
  });
  if (!project) return null;
  const count = data.length;
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" width={widthPx} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Indicator label={count} size={16} offset={7} color="red" disabled={count === 0} zIndex={1}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={count === 0 ? t('Messages: none') : t('{count} messages', { count })}
            onClick={toggle}
          >
            <Bell size={18} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label={t('Messages')}>
        <MessageList messages={data} onOpen={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

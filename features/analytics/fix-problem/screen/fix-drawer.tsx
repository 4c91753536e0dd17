import { ActionIcon, Group, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useCollection } from '#ui/collection/collection.ts';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { shortQuery } from '#features/analytics/statistics/screen/columns.panel.tsx';
import type { FixProblemProps } from './fix-problem.panel.tsx';
import { Problem } from './problem.tsx';

interface FixDrawerProps extends FixProblemProps {
  readonly isOpen: boolean;
}

/** Why a query finds nothing and what would help. Its address is `?fix=<query>`. */
export function FixDrawer({ isOpen, of, among }: FixDrawerProps): ReactNode {
  const [{ fix: query }, change] = useAddress();
  const c = useCollection()?.id;
  const at = among && query !== undefined ? among.queries.indexOf(query) : -1;
  const [before, after] = [among?.queries[at - 1], at < 0 ? undefined : among?.queries[at + 1]];
  const show = async (next: string | undefined) => {
    if (next !== undefined && (await mayLeave())) change({ fix: next }, { isReplacing: true });
  };
  return (
    <SideDrawer
      isOpen={isOpen}
      title={t('Fix “{query}”', { query: shortQuery(query ?? '') })}
      onClose={() => change({ fix: undefined }, { isReplacing: true })}
      isWide
    >
      {query !== undefined && c === undefined && (
        <Text size="sm" c="dimmed">
          {t('This project has no collection yet.')}
        </Text>
      )}
      {query !== undefined && c !== undefined && (
        <Problem
          key={query}
          query={query}
          c={c}
          of={of}
          steps={
            among && at >= 0 && <Steps place={among.first + at} of={among.total} before={before} after={after} show={show} />
          }
          done={() => change({ fix: after ?? before }, { isReplacing: true })}
        />
      )}
    </SideDrawer>
  );
}

interface StepsProps {
  readonly place: number;
  readonly of: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly show: (query: string | undefined) => Promise<void>;
}

const typedInto = ['INPUT', 'TEXTAREA', 'SELECT'];

/** ‹ 3 of 41 ›, also by arrow keys outside of inputs. */
function Steps({ place, of, before, after, show }: StepsProps) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (typedInto.includes(target.tagName) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') void show(before);
    if (event.key === 'ArrowRight') void show(after);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const step = (label: string, to: string | undefined, Icon: typeof ChevronLeft) => (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={to === undefined} onClick={() => void show(to)}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <Group gap={4} wrap="nowrap">
      {step(t('Query before'), before, ChevronLeft)}
      <Text size="sm" c="dimmed" role="status" style={{ whiteSpace: 'nowrap' }}>
        {t('{place} of {total}', { place: formats.number(place), total: formats.number(of) })}
      </Text>
      {step(t('Query after'), after, ChevronRight)}
    </Group>
  );
}

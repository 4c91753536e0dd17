import { Button, Popover, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { DateRange } from '#contract/date-range.ts';
import { useAddress, type AddressChanges } from '#console-kit/state/address.ts';
import { choiceOf, ownChanges, presetChanges, presets, today } from './date-choice.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { laterCode } from '#console-kit/calls/queries.ts';
import classes from './date-range.module.css';

interface DateRangePickerProps {
  /** What is shown while no range is chosen, such as `All imports`. */
  readonly noneLabel: string;
}

/** Chooses the days that a page is about. The choice is kept in the address; `useDateRange` reads it. */
export function DateRangePicker({ noneLabel }: DateRangePickerProps) {
  const t = useText();
  const formats = useFormats();
  const [address, change] = useAddress();
  const [isOpen, { close, toggle }] = useDisclosure();
  const { preset, range } = choiceOf(address, today());
  const known = preset === null ? undefined : presets[preset];
  const name = known ? t(known.label) : range && formats.days(range.from, range.to);
  const choose = (changes: AddressChanges) => {
    change(changes);
    close();
  };
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" shadow="md" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          aria-label={t('Days: {choice}', { choice: name ?? noneLabel })}
          leftSection={<CalendarDays size={16} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
          onClick={toggle}
        >
          {name ?? noneLabel}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <Choices preset={preset} range={range} noneLabel={noneLabel} choose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoicesProps extends DateRangePickerProps {
  readonly preset: string | null;
  readonly range: DateRange | null;
  readonly choose: (changes: AddressChanges) => void;
}

function Choices({ preset, range, noneLabel, choose }: ChoicesProps) {
  const t = useText();
  const isOwn = preset === null && range !== null;
  const [isCalendarOpen, { open: openCalendar }] = useDisclosure(isOwn);
  const choice = (label: string, isChosen: boolean, run: () => void) => (
    <Button
      key={label}
      className={classes.choice ?? ''}
      variant="subtle"
      color="gray"
      justify="space-between"
      aria-pressed={isChosen}
      rightSection={isChosen && <Check size={16} aria-hidden />}
      onClick={run}
    >
      {label}
    </Button>
  );
  return (
    <>
      <div className={classes.choices}>
        {choice(noneLabel, range === null, () => choose(presetChanges(null)))}
        {Object.entries(presets).map(([name, { label }]) => choice(t(label), name === preset, () => choose(presetChanges(name))))}
        {choice(t('Custom range'), isOwn, openCalendar)}
      </div>
      {isCalendarOpen && <OwnDays range={range} choose={(chosen) => choose(ownChanges(chosen))} />}
    </>
  );
}

interface OwnDaysProps {
  readonly range: DateRange | null;
  readonly choose: (range: DateRange) => void;
}

/** The calendar is fetched when somebody asks for it. */
function OwnDays({ range, choose }: OwnDaysProps) {
  const [code] = useState(() => laterCode('calendar', () => import('./date-range-calendar.tsx')));
  return (
    <div className={classes.calendar}>
      <Loaded query={code} skeleton={<Skeleton height={280} />}>
        {({ DateRangeCalendar }) => <DateRangeCalendar range={range} choose={choose} />}
      </Loaded>
    </div>
  );
}

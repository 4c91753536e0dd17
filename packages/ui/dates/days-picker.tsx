import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { maximumRangeDays, type DateRange } from '#contract/date-range.ts';
import { Popup } from '#ui/page/popup.tsx';
import { laterCode } from '#ui/calls/queries.ts';
import { Loaded } from '#ui/page/states.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type DateChoice, presets, today, choiceOf, ownChanges, presetChanges } from './date-choice.ts';
import classes from './date-range.module.css';
import { useAddress } from '#ui/state/address.ts';

interface DaysPickerProps {
  readonly chosen: DateChoice;
  readonly noneLabel?: string;
  readonly choosePreset: (name: string | null) => void;
  readonly chooseDays: (range: DateRange) => void;
  readonly maximumDays?: number;
  /** Today by the browser's clock. */
  readonly lastDay?: string;
  readonly position?: 'bottom-start' | 'bottom-end';
}

export function DaysPicker({ position = 'bottom-end', ...props }: DaysPickerProps) {
  const [isOpen, { close, toggle }] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  const { preset, range } = props.chosen;
  const known = preset === null ? undefined : presets[preset];
  const name = (known ? t(known.label) : range && formats.days(range.from, range.to)) ?? props.noneLabel ?? '';
  const label = t('Days: {choice}', { choice: name });
  return (
    <>
      <Button
        ref={button}
        aria-expanded={isOpen}
        data-days
        variant="default"
        aria-label={label}
        leftSection={<CalendarDays size={16} aria-hidden />}
        rightSection={<ChevronDown size={14} aria-hidden />}
        onClick={toggle}
      >
        {name}
      </Button>
      {isOpen && (
        <Popup anchor={button} onClose={close} position={position} aria-label={label} className={classes.dropdown}>
          <Choices {...props} close={close} />
        </Popup>
      )}
    </>
  );
}

interface ChoicesProps extends Omit<DaysPickerProps, 'position'> {
  readonly close: () => void;
}

function Choices({ chosen: { preset, range }, noneLabel, choosePreset, chooseDays, maximumDays, lastDay, close }: ChoicesProps) {
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
  const closing = (run: () => void) => () => {
    run();
    close();
  };
  const choose = (name: string | null) => closing(() => choosePreset(name));
  return (
    <>
      <div className={classes.choices}>
        {noneLabel !== undefined && choice(noneLabel, range === null, choose(null))}
        {Object.entries(presets).map(([name, { label }]) => choice(t(label), name === preset, choose(name)))}
        {choice(t('Custom range'), isOwn, openCalendar)}
      </div>
      {isCalendarOpen && (
        <OwnDays
          range={range}
          choose={(days) => closing(() => chooseDays(days))()}
          maximumDays={maximumDays ?? maximumRangeDays}
          lastDay={lastDay ?? today()}
        />
      )}
    </>
  );
}

interface OwnDaysProps {
  readonly range: DateRange | null;
  readonly choose: (range: DateRange) => void;
  readonly maximumDays: number;
  readonly lastDay: string;
}

function OwnDays(props: OwnDaysProps) {
  const [code] = useState(() => laterCode('calendar', () => import('./date-range-calendar.tsx')));
  return (
    <div className={classes.calendar}>
      <Loaded query={code} skeleton={<Skeleton height={280} />}>
        {({ DateRangeCalendar }) => <DateRangeCalendar {...props} />}
      </Loaded>
    </div>
  );
}

interface DateRangePickerProps {
  readonly noneLabel: string;
}

export function DateRangePicker({ noneLabel }: DateRangePickerProps) {
  const [address, change] = useAddress();
  return (
    <DaysPicker
      chosen={choiceOf(address, today())}
      noneLabel={noneLabel}
      choosePreset={(name) => change(presetChanges(name))}
      chooseDays={(range) => change(ownChanges(range))}
    />
  );
}

import { useAddress } from '#ui/state/address.ts';
import { choiceOf, ownChanges, presetChanges, today } from './date-choice.ts';
import { DaysPicker } from './days-picker.tsx';

interface DateRangePickerProps {
  /** What is shown while no range is chosen, such as `All imports`. */
  readonly noneLabel: string;
}

/** Chooses the days that a page is about. The choice is kept in the address; `useDateRange` reads it. */
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

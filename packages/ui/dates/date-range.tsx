import { useAddress } from '#ui/state/address.ts';
import { choiceOf, ownChanges, presetChanges, today } from './date-choice.ts';
import { DaysPicker } from './days-picker.tsx';

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

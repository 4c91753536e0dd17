import { NativeSelect } from '@mantine/core';
import { useAddress } from '#ui/state/address.ts';

interface ListFilterProps {
  /** In the address, and what the list is asked for. */
  readonly name: string;
  readonly label: string;
  /** Where nothing is chosen, such as `All kinds`. */
  readonly all: string;
  readonly choices: Readonly<Record<string, string>>;
}

export function ListFilter({ name, label, all, choices }: ListFilterProps) {
  const [address, change] = useAddress();
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...Object.entries(choices).map(([value, text]) => ({ value, label: text }))]}
      value={address[name] ?? ''}
      onChange={({ currentTarget: { value } }) => change({ [name]: value, page: undefined })}
    />
  );
}

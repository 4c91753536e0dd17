import { NativeSelect } from '@mantine/core';
import { useAddress } from '#ui/state/address.ts';

interface ListFilterProps {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly choices: Readonly<Record<string, string>>;
}

export function ListFilter({ name, label, all, choices }: ListFilterProps) {
  const [address, change] = useAddress();
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...Object.entries(choices).map(([value, text]) => ({ value, label: text }))]}
      value={(address as Readonly<Record<string, string>>)[name] ?? ''}
      onChange={({ currentTarget: { value } }) => change({ [name]: value, page: undefined })}
    />
  );
}

import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from '#ui/state/address.ts';

interface Tab {
  readonly name: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** The address keeps the shown one, `?tab=stored`; the first is the default. */
export function Tabs({ tabs }: { readonly tabs: readonly [Tab, ...Tab[]] }) {
  const [{ tab }, change] = useAddress();
  const [first] = tabs;
  const { name: shown } = tabs.find(({ name }) => name === tab) ?? first;
  const choose = (name: string | null) => change({ tab: name === first.name ? undefined : (name ?? undefined) });
  return (
    <MantineTabs value={shown} onChange={choose} keepMounted={false}>
      <MantineTabs.List mb={12}>
        {tabs.map(({ name, title }) => (
          <MantineTabs.Tab key={name} value={name}>
            {title}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map(({ name, content }) => (
        <MantineTabs.Panel key={name} value={name}>
          {content}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}

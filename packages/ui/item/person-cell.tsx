import { Avatar, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProfile } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { initials } from '#ui/text/format.ts';

interface ShownPerson {
  readonly id: number | null;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly photo: string | null;
}

const sizePx = 32;

export const nameOf = ({ name, surname, email }: Pick<ShownPerson, 'name' | 'surname' | 'email'>): string =>
  `${name} ${surname}`.trim() || email;

export function PersonCell({ person, children }: { readonly person: ShownPerson; readonly children?: ReactNode }) {
  const isOwn = useProfile().id === person.id;
  const name = nameOf(person);
  return (
    <Group gap={10} wrap="nowrap">
      <Avatar src={person.photo} size={sizePx} radius="xl" color="gray" alt="" aria-hidden>
        {name === person.email ? initials(name) : initials(person.name, person.surname)}
      </Avatar>
      <div>
        {isOwn ? t('{name} (you)', { name }) : name}
        {name !== person.email && (
          <Text size="xs" c="dimmed">
            {person.email}
          </Text>
        )}
        {children}
      </div>
    </Group>
  );
}

import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { query } from '#console-kit/calls/queries.ts';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { linkTo } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';

/** Ignored terms do nothing until a collection forces them, which takes an update of it. */
export function NothingForced() {
  const t = useText();
  const { data: collections = [] } = useQuery(query(listCollections, {}));
  const forcing = collections.filter(({ force_stopwords: forces }) => forces);
  const [first, second] = collections;
  if (!first || forcing.some(({ need_update: isWaiting }) => !isWaiting)) return null;
  const [waiting] = forcing;
  return (
    <Alert color="gray" mb={12} role="group" icon={<TriangleAlert size={18} aria-hidden color="var(--aisle-waiting)" />}>
      <Group justify="space-between" gap={8}>
        <Text size="sm" flex="1 1 240px">
          {waiting
            ? t('“{name}” ignores terms once it is updated.', { name: waiting.name })
            : t('No collection ignores terms. They do nothing until one does.')}
        </Text>
        <AllowedLink needs="data" to={linkTo('/data/collections', { edit: waiting || second ? undefined : first.id })}>
          {waiting ? t('Update collection') : t('Force ignored terms')}
        </AllowedLink>
      </Group>
    </Alert>
  );
}

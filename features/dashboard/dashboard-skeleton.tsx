import { SimpleGrid, Skeleton, Stack } from '@mantine/core';

/** The dashboard's cards and steps while they are on their way. */
export const DashboardSkeleton = () => (
  <Stack gap={32} aria-hidden>
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={16}>
      <Skeleton height={116} />
      <Skeleton height={116} />
      <Skeleton height={116} />
    </SimpleGrid>
    <Skeleton height={220} />
  </Stack>
);

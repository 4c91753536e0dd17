import { Skeleton, Stack } from '@mantine/core';
import classes from './dashboard.module.css';

const rows = 10;

/** Three cards and the ten rows below them, while they are on their way. */
export const DashboardSkeleton = () => (
  <Stack gap={16} aria-hidden>
    <div className={classes.cards}>
      <Skeleton height={360} className={classes.toDo ?? ''} />
      <Skeleton height={360} />
      <Skeleton height={360} />
    </div>
    <Stack gap={8}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  </Stack>
);

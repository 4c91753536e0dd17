import { useRouterState } from '@tanstack/react-router';
import { RefetchBar } from '#console-kit/page/refetch-bar.tsx';
import classes from './shell.module.css';

/** A thin line at the top while another screen is on its way. */
export function ProgressBar() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  return (
    <div className={classes.progress}>
      <RefetchBar isMoving={isLoading} />
    </div>
  );
}

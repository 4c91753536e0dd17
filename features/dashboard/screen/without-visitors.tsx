import { useAllowed } from '#console-kit/session/rights.ts';
import { ConnectShop } from './connect-shop.tsx';
import type { ProjectState } from '#features/dashboard/dashboard.contract.ts';
import { ToDo } from './to-do.tsx';
import { TryQuery } from './try-query.tsx';
import classes from './dashboard.module.css';

/** Nobody has searched in the shop yet: what they would find, and what is left to do until they can. */
export function WithoutVisitors({ state }: { readonly state: ProjectState }) {
  const mayConnect = useAllowed('developer');
  return (
    <div className={classes.start}>
      {state.item_count > 0 && <TryQuery />}
      <ToDo state={state} />
      {mayConnect && (
        <div className={classes.connect}>
          <ConnectShop calledAt={state.front_called_at} />
        </div>
      )}
    </div>
  );
}

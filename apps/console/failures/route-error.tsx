import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from './failure.tsx';

/** Instead of a screen that failed to load or to render; the shell around it lives on. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <Failure error={error} retry={retry} />;
}

import { Component, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly hasFailed: boolean;
}

/** Says that a page has failed instead of leaving nothing at all. Screens have boundaries of their own, within the shell. */
export class FailureBoundary extends Component<Props, State> {
  override state: State = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    const { error, hasFailed } = this.state;
    return hasFailed ? <Failure error={error} retry={() => location.reload()} /> : this.props.children;
  }
}

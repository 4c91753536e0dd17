import type { OutputOf } from '#contract/endpoint.ts';
import type { AnyCrud } from '#contract/crud.ts';

export interface RowFiles {
  readonly endpoints: Pick<AnyCrud, 'exportRows' | 'importRows' | 'input'> & Partial<Pick<AnyCrud, 'isRule' | 'waits'>>;
  /** Shows the file's rows for review instead of writing them. */
  readonly take?: (outcome: OutputOf<AnyCrud['importRows']>) => void;
  readonly scope?: { readonly c: number } | undefined;
  readonly renew: () => Promise<unknown>;
}

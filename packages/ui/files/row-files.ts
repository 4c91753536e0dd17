import type { OutputOf } from '#contract/endpoint.ts';
import type { AnyCrud } from '#contract/crud.ts';

/** Rows that go out and come in as files: those of a `crud()`, or others with the same calls. */
export interface RowFiles {
  readonly endpoints: Pick<AnyCrud, 'exportRows' | 'importRows' | 'input'> & Partial<Pick<AnyCrud, 'isRule' | 'waits'>>;
  /** Takes over what a file says, in place of writing it, where people look at it before they save it. */
  readonly take?: (outcome: OutputOf<AnyCrud['importRows']>) => void;
  /** The collection of the rows, where they belong to one. */
  readonly scope?: { readonly c: number } | undefined;
  readonly renew: () => Promise<unknown>;
}

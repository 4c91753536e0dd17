export interface Failure {
  readonly test: string;
  readonly error: string;
}

export function unitFailures(report: object): Failure[];
export function browserFailures(report: object): { readonly failed: Failure[]; readonly passedLate: Failure[] };
export function failuresText(failures: readonly Failure[]): string;

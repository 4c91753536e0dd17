import type { EndReason } from '#ui/state/session.ts';
import type { Problem } from '#contract/errors.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

export const errorPages = {
  serverFailed: 'error-1',
  noConnection: 'error-2',
  codeMissing: 'error-3',
  notAllowed: 'error-4',
  serverStarting: 'error-5',
  sessionEnded: 'error-6',
} as const;
export type ErrorCause = keyof typeof errorPages;

export const errorAddress = (cause: ErrorCause, href: string): string =>
  `/custom-error/${errorPages[cause]}?${new URLSearchParams({ return: href })}`;

export const isErrorAddress = (path: string): boolean => path.startsWith('/custom-error/');

export function causeAt(path: string): ErrorCause {
  const page = path.split('/')[2];
  const [cause = 'serverFailed'] = (Object.keys(errorPages) as ErrorCause[]).filter((one) => errorPages[one] === page);
  return cause;
}

export function loginAddress(href: string, reason?: EndReason): string {
  if (reason === 'signedOut') return '/login';
  if (reason === 'deactivated') return '/login?reason=deactivated';
  const query = new URLSearchParams();
  if (href !== '/') query.set('return', href);
  if (reason) query.set('reason', reason);
  return query.size > 0 ? `/login?${query}` : '/login';
}

export const keepVerifyProblems = (problems: readonly Problem[]): void =>
  writeStored('verifyProblems', problems.length > 0 ? JSON.stringify(problems) : null, 'tab');

export function verifyProblems(): readonly Problem[] {
  try {
    const stored: unknown = JSON.parse(readStored('verifyProblems', 'tab') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isProblem) : [];
  } catch {
    return [];
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value && typeof value.message === 'string';

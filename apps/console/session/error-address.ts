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

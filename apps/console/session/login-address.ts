import type { EndReason } from '#ui/state/session.ts';

export function loginAddress(href: string, reason?: EndReason): string {
  if (reason === 'signedOut') return '/login';
  if (reason === 'deactivated') return '/login?reason=deactivated';
  const query = new URLSearchParams();
  if (href !== '/') query.set('return', href);
  if (reason) query.set('reason', reason);
  return query.size > 0 ? `/login?${query}` : '/login';
}

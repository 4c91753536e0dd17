import type { LoadPage } from './loading.ts';

interface PublicPage {
  readonly path: RegExp;
  readonly load: LoadPage;
  readonly isForGuests?: true;
}

/** Outside of the router and the shell, so that the first page stays small. */
const publicPages: readonly PublicPage[] = [
  { path: /^\/login$/, load: () => import('#features/account/screen/login.page.tsx'), isForGuests: true },
  { path: /^\/register$/, load: () => import('#features/account/screen/register.page.tsx'), isForGuests: true },
  { path: /^\/register\/confirm$/, load: () => import('#features/account/screen/confirm.page.tsx') },
  { path: /^\/two-factor$/, load: () => import('#features/account/screen/set-up.page.tsx') },
  {
    path: /^\/login\/provider$/,
    load: () => import('#features/account/screen/provider-return.page.tsx'),
  },
  // Open to signed-in people, too, who may not know the password.
  { path: /^\/email-change$/, load: () => import('#features/account/profile/screen/email-change.page.tsx') },
  { path: /^\/password-reset$/, load: () => import('#features/account/screen/password-reset.page.tsx') },
  {
    path: /^\/invitation$/,
    load: () => import('#features/access-management/invitations/screen/invitation.page.tsx'),
  },
  { path: /^\/weekly-report\/off$/, load: () => import('#features/analytics/weekly-report/screen/weekly-report-off.page.tsx') },
  { path: /^\/custom-error\/error-[1-6]$/, load: () => import('./failures/error.page.tsx') },
  { path: /^\/404$/, load: () => import('./failures/not-found.page.tsx') },
];

export const publicPageAt = (path: string): PublicPage | undefined => publicPages.find((page) => page.path.test(path));

import type { ReactElement } from 'react';
import { useInvitationNotices } from '#features/access-management/invitations/invitation-notices.panel.tsx';
import { useAnnouncementNotice } from '#features/super-admin/announcement/announcement-notice.panel.tsx';

/** What the person should know that is not about the selected project. */
export function useNotices(): readonly ReactElement[] {
  const [announcement, invitations] = [useAnnouncementNotice(), useInvitationNotices()];
  return [...announcement, ...invitations];
}

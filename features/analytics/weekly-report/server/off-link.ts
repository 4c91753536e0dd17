import { weeklyReportOffPath } from '#features/analytics/weekly-report/weekly-report.contract.ts';
import type { App } from '#server/app/app.ts';
import type { Sealing } from '#server/secrets/secrets.ts';

interface MailedReport {
  readonly userId: number;
  readonly projectId: number;
}

const sealedText = /^weekly report of user (\d+) about project (\d+)$/;

/** Turns one report off without signing in; sealed against forgery. */
export function offLink({ sealing, settings }: Pick<App, 'sealing' | 'settings'>, { userId, projectId }: MailedReport): string {
  const token = sealing.seal(`weekly report of user ${userId} about project ${projectId}`);
  return `${settings.publicUrl}${weeklyReportOffPath}?${new URLSearchParams({ token }).toString()}`;
}

/** Null for other texts. */
export function reportOf(sealing: Sealing, token: string): MailedReport | null {
  const [, userId, projectId] = sealedText.exec(sealing.open(token) ?? '') ?? [];
  return userId === undefined || projectId === undefined ? null : { userId: Number(userId), projectId: Number(projectId) };
}

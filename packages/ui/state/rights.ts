import { allows, type Permission } from '#contract/permission.ts';
import { defaultTimeZone } from '#contract/days.ts';
import { useSession, type CurrentProject, type Person } from './session.ts';

export function useProfile(): Person {
  const session = useSession();
  if (!session) throw new Error('useProfile is for pages behind sign-in.');
  return session.person;
}

export const useProject = (): CurrentProject | null => useSession()?.project ?? null;

export const useProjectTimeZone = (): string => useProject()?.time_zone ?? defaultTimeZone;

export function useAllowed(permission: Permission): boolean {
  const session = useSession();
  return session !== null && allows(session.person, permission);
}

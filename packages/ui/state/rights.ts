import { allows, type Permission } from '#contract/permission.ts';
import { defaultTimeZone } from '#contract/days.ts';
import { useSession, type CurrentProject, type Person } from './session.ts';

/** The signed-in person. Only for pages behind sign-in. */
export function useProfile(): Person {
  const session = useSession();
  if (!session) throw new Error('useProfile is for pages behind sign-in.');
  return session.person;
}

/** The selected project; null until the person has one. */
export const useProject = (): CurrentProject | null => useSession()?.project ?? null;

/** Whose clocks the dates of rules are by. */
export const useProjectTimeZone = (): string => useProject()?.time_zone ?? defaultTimeZone;

/** Whether the signed-in person may do what needs `permission` in the selected project. */
export function useAllowed(permission: Permission): boolean {
  const session = useSession();
  return session !== null && allows(session.person, permission);
}

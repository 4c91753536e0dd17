import type { UserData, UserDataInput } from './personal-data.contract.ts';

/** As the form shows what is kept. */
export const shownIn = ({ name, surname, email, company_name, job, phone, company_site, photo, new_email }: UserData) => ({
  name,
  surname,
  email: new_email ?? email,
  company_name,
  job,
  phone,
  company_site,
  photo,
});

/** What somebody wrote into a form, over what is kept by now: a field that they left alone may have been changed in another tab. */
export function writtenOver(kept: UserData, begun: UserData, written: UserDataInput): UserDataInput {
  const before: Readonly<Record<string, unknown>> = shownIn(begun);
  const changes = Object.entries(written).filter(([name, value]) => value !== before[name]);
  return { ...shownIn(kept), ...Object.fromEntries(changes) };
}

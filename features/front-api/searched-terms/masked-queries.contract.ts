/** What stands in a logged query in place of what may tell who searched. */
export const maskedEMail = '[e-mail]';
export const maskedNumber = '[number]';
export const masks: readonly string[] = [maskedEMail, maskedNumber];

/** Whether something was taken out of a query: nobody can search for it again, or make a rule for it. */
export const isMasked = (query: string): boolean => masks.some((mask) => query.includes(mask));

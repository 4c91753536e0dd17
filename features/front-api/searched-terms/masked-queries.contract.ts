/** Placeholders for personal data. */
export const maskedEMail = '[e-mail]';
export const maskedNumber = '[number]';
export const masks: readonly string[] = [maskedEMail, maskedNumber];

/** Masked queries can't be searched again or get rules. */
export const isMasked = (query: string): boolean => masks.some((mask) => query.includes(mask));

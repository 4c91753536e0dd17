const eMail = /\S+@\S+\.\S+/g;
/** Phones, cards and accounts: nine digits or more, however they are grouped. Codes of goods that long are rather lost than people's numbers kept. */
const longNumber = /\+?\d(?:[ ()./-]{0,2}\d){8,}/g;

/** The text without what may tell who searched. People paste all kinds of things into a search box. */
export const withoutPersonalData = (text: string): string => text.replace(eMail, maskedEMail).replace(longNumber, maskedNumber);

const maskedEMail = '[e-mail]';
const maskedNumber = '[number]';

/** Whether something was taken out of the text. */
export const isMasked = (text: string): boolean => text.includes(maskedEMail) || text.includes(maskedNumber);

import { maskedEMail, maskedNumber } from '#features/front-api/searched-terms/masked-queries.contract.ts';

/** What stands for the @ of an e-mail address, and for its dots, where it is written out: `jan(at)novak.cz`, `jan zavináč novak tečka cz`. */
const atWord = 'at|zavin[aá][cč]|ma[lł]pa';
const dotWord = 'dot|te[cč]ka|bodka|kropka';
/** In brackets of any kind, or as a word by itself. */
const written = (word: string): string => `\\s*[([{<]\\s*(?:${word})\\s*[)\\]}>]\\s*|\\s+(?:${word})\\s+`;
const atSign = '[@＠﹫]';
const at = `(?:\\s*${atSign}\\s*|${written(`${atSign}|${atWord}`)})`;
// Each of them in one way only: what can be read in two ways, time and again, takes twice as long each time.
const dot = `(?:\\.|${written(`\\.|${dotWord}`)})`;
const part = `[^\\s()[\\]{}<>@＠﹫.]+`;
const writtenEMail = new RegExp(`${part}(?:${dot}${part})*${at}${part}(?:${dot}${part})*${dot}\\p{L}{2,}`, 'giu');
/** Also one that somebody has not typed to its end. */
const eMail = /\S+[@＠﹫]\S+/g;
/** Phones, cards and accounts: nine digits or more, however they are grouped. Codes of goods that long are rather lost than people's numbers kept. */
const longNumber = /\+?\p{Nd}(?:[ ()./_–—-]{0,3}\p{Nd}){8,}/gu;

/** The text without what may tell who searched. People paste all kinds of things into a search box. */
export const withoutPersonalData = (text: string): string =>
  text.replace(writtenEMail, maskedEMail).replace(eMail, maskedEMail).replace(longNumber, maskedNumber);

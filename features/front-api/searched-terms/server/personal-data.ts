import { maskedEMail, maskedNumber } from '#features/front-api/searched-terms/masked-queries.contract.ts';

/** For @ and dots: `jan(at)novak.cz`, `jan zavináč novak tečka cz`. */
const atWord = 'at|zavin[aá][cč]|ma[lł]pa';
const dotWord = 'dot|te[cč]ka|bodka|kropka';
/** In brackets, or as a word. */
const written = (word: string): string => `\\s*[([{<]\\s*(?:${word})\\s*[)\\]}>]\\s*|\\s+(?:${word})\\s+`;
const atSign = '[@＠﹫]';
const at = `(?:\\s*${atSign}\\s*|${written(`${atSign}|${atWord}`)})`;
// Unambiguous, to avoid exponential backtracking.
const dot = `(?:\\.|${written(`\\.|${dotWord}`)})`;
const part = `[^\\s()[\\]{}<>@＠﹫.]+`;
const writtenEMail = new RegExp(`${part}(?:${dot}${part})*${at}${part}(?:${dot}${part})*${dot}\\p{L}{2,}`, 'giu');
/** Also incomplete ones. */
const eMail = /\S+[@＠﹫]\S+/g;
/** Nine or more digits: phones, cards, accounts. May mask long product codes. */
const longNumber = /\+?\p{Nd}(?:[ ()./_–—-]{0,3}\p{Nd}){8,}/gu;

export const withoutPersonalData = (text: string): string =>
  text.replace(writtenEMail, maskedEMail).replace(eMail, maskedEMail).replace(longNumber, maskedNumber);

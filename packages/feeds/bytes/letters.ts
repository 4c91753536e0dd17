/**
 * Letters beside a–z by language, with the encoding that its old texts are in. Earlier ones win where several fit; a language
 * may have several encodings.
 */
const letters: readonly (readonly [encodings: string, letters: string])[] = [
  ['windows-1252', 'äöüß'],
  ['windows-1252', 'àâæçéèêëîïôœùûüÿ'],
  ['windows-1252', 'áéíóúñü¿¡ªº'],
  ['windows-1252', 'àáâãçéêíóôõúü'],
  ['windows-1252', 'àèéìíîòóùú'],
  ['windows-1252', 'åäöéæøü'],
  ['windows-1252', 'éëïóöüèê'],
  ['windows-1250 iso-8859-2', 'áčďéěíňóřšťúůýž'],
  ['windows-1250 iso-8859-2', 'áäčďéíľňóôšťúýž'],
  ['windows-1250 iso-8859-2', 'ąćęłńóśźż'],
  ['windows-1250 iso-8859-2', 'áéíóöőúüű'],
  ['windows-1250 iso-8859-2', 'ăâîşţșț'],
  ['windows-1250 iso-8859-2', 'čćđšž'],
  ['windows-1254', 'çğıiöşüâîû'],
  ['windows-1257', 'ąčęėįšųūž'],
  ['windows-1257', 'āčēģīķļņšūž'],
  ['windows-1252', 'äöõüšž'],
  ['windows-1252', 'áðéíóúýþæö'],
  ['windows-1251 koi8-u ibm866', 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћђџѓќѕ'],
  ['windows-1253', 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ'],
];
const cyrillic = ['windows-1251', 'koi8-u', 'ibm866'];
const frequentCyrillic = /[оаеинтрслі]/giu;
/** Signs beside words of any language, and those that no word begins with. */
const neutral = /[\u00a0„“”‘’‚–—…€°®™©«»²³×½•№]/u;
const neverBefore = /[°®™»”²³×½•]/u;
const controls = /[\u0080-\u009f\ufffd]/;
const leastScore = 0.6;
const clearDifference = 0.2;
const leastLetters = 8;
/** The project's language decides between such near scores. */
const nearScore = 0.02;
const sampledBytes = 16 * 1024;
const longestForeignRun = 4;

/**
 * The encoding in which the letters of a text make words, or null. `usual` wins if it is as good, and if it is what the feed says,
 * unless it is plainly wrong.
 */
export function encodingByLetters(bytes: Uint8Array, usual: string, isSaid = false): string | null {
  const sample = linesWithLetters(bytes);
  const best = new Map<string, number>();
  for (const [encodings, alphabet] of letters)
    for (const encoding of encodings.split(' ')) {
      const score = scoreOf(decoded(sample, encoding), new Set(alphabet), !/[a-zà-ž]/.test(alphabet));
      if (score > (best.get(encoding) ?? -2)) best.set(encoding, score);
    }
  const [first, score] = [...best].reduce((most, each) => (each[1] > most[1] ? each : most));
  const own = best.get(usual) ?? -1;
  if (isSaid) {
    const isWrong = own < score - clearDifference && sample.filter((byte) => byte >= 0x80).length >= leastLetters;
    return isWrong ? (score >= leastScore ? first : asian(sample)) : null;
  }
  // The share of frequent letters tells Cyrillic encodings apart, not scripts.
  const rival = cyrillic.includes(first) && !cyrillic.includes(usual) ? Math.min(1, score) : score;
  if (own >= Math.max(leastScore, rival - nearScore)) return usual;
  return score >= leastScore ? first : asian(sample);
}

/** So that a head of ASCII doesn't hide the words. */
function linesWithLetters(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < sampledBytes;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = Math.min(newline === -1 ? bytes.length : newline + 1, start + sampledBytes);
    const line = bytes.subarray(start, end);
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line);
      length += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}

const decodedTexts = new WeakMap<Uint8Array, Map<string, string>>();

function decoded(sample: Uint8Array, encoding: string): string {
  const texts = decodedTexts.get(sample) ?? new Map<string, string>();
  decodedTexts.set(sample, texts);
  const text = texts.get(encoding) ?? new TextDecoder(encoding).decode(sample);
  texts.set(encoding, text);
  return text;
}

/** From -1 to 1, and above by the most frequent letters of Cyrillic, which its encodings swap. */
function scoreOf(text: string, alphabet: ReadonlySet<string>, isOtherScript: boolean): number {
  let [good, bad] = [0, 0];
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char < '\u0080') {
      run = 0;
      continue;
    }
    if (!/\p{L}/u.test(char) && !alphabet.has(char)) {
      run = 0;
      const isBeforeWord = neverBefore.test(char) && /\p{L}/u.test(text[at + 1] ?? '');
      if (controls.test(char)) bad += 2;
      else if (isBeforeWord || !neutral.test(char)) bad += 1;
      continue;
    }
    run += 1;
    const [before = ' ', after = ' '] = [text[at - 1], text[at + 1]];
    const isInLatin = /[a-z]/i.test(before) || /[a-z]/i.test(after);
    const isMixed = isOtherScript ? isInLatin : run >= longestForeignRun;
    if (isOtherScript && !isInLatin && before < '\u0080' && after < '\u0080') continue;
    const isAfterSmall = char !== char.toLowerCase() && /\p{Ll}/u.test(before);
    if (isMixed || isAfterSmall || !(alphabet.has(char.toLowerCase()) || (char === 'İ' && alphabet.has('ı')))) bad += 1;
    else good += 1;
  }
  const score = good + bad === 0 ? -1 : (good - bad) / (good + bad);
  const frequent = isOtherScript ? (text.match(frequentCyrillic)?.length ?? 0) / Math.max(1, good + bad) : 0;
  return score + frequent / 10;
}

const scripts = [
  ['shift_jis', /[\p{sc=Hiragana}\u30a1-\u30fe]/gu, 0.15],
  ['euc-jp', /[\p{sc=Hiragana}\u30a1-\u30fe]/gu, 0.15],
  ['euc-kr', /[\uac00-\ud7a3]/gu, 0.85],
  ['gb18030', /[\u4e00-\u9fff]/gu, 0.6],
] as const;

const leastSigns = 2;
/** `°C` alone is a sign of GB 18030. */
const sideBySide = /[\u3041-\u9fff\uac00-\ud7a3]{2}/;

function asian(sample: Uint8Array): string | null {
  const found = scripts.find(([encoding, script, leastShare]) => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(sample);
      const signs = text.match(/[^\0-\u007f\u3000-\u303f\uff00-\uff5e]/gu)?.length ?? 0;
      return (
        (text.match(script)?.length ?? 0) >= Math.max(leastSigns, signs * leastShare) &&
        sideBySide.test(text) &&
        !/[\uff61-\uff9f]{2}/.test(text)
      );
    } catch {
      return false;
    }
  });
  return found?.[0] ?? null;
}

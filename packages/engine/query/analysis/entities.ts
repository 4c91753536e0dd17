import namedSigns from './entities.json' with { type: 'json' };

/** The named entities of HTML 4, and those of HTML 5 that stand for letters of European languages. */
const signs: Readonly<Record<string, string>> = namedSigns;
const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
/** What follows the letter in `&eacute;` and its kind, with the accent that it names. */
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
  breve: '\u0306',
  dblac: '\u030b',
  dot: '\u0307',
  macr: '\u0304',
  ogon: '\u0328',
};
const accented = new RegExp(`^([a-zA-Z])(${Object.keys(accents).join('|')})$`);

function namedEntities(): Map<string, string> {
  const entities = new Map<string, string>();
  for (const [sign, names] of Object.entries(signs)) for (const name of names.split(' ')) entities.set(name, sign);
  for (const [index, name] of greek.entries()) {
    entities.set(name, String.fromCharCode(0x3b1 + index));
    entities.set(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, String.fromCharCode(0x391 + index));
  }
  return entities;
}

const entities = namedEntities();

/** What a named entity stands for; undefined when its name isn't known. */
export function namedEntity(name: string): string | undefined {
  const known = entities.get(name);
  if (known !== undefined) return known;
  const letter = accented.exec(name);
  return letter === null ? undefined : `${letter[1] ?? ''}${accents[letter[2] ?? ''] ?? ''}`.normalize('NFC');
}

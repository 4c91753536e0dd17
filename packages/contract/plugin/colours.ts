/** Text and parts of controls are told from their ground by this much at least (WCAG 2.2, contrast (minimum)). */
const readableContrast = 4.5;
const byte = 255;

type Colour = readonly [red: number, green: number, blue: number];

/** Of `#rrggbb`, each from 0 to 255. */
const colourOf = (hex: string): Colour => {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & byte, number & byte];
};

const hexOf = (colour: Colour): string => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance by WCAG 2.2, from 0 for black to 1 for white. */
export function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / byte;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (one: Colour, other: Colour): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** What can be read on a colour: white where that is enough, otherwise black. */
export const textOn = (colour: string): '#ffffff' | '#000000' =>
  contrast(colourOf(colour), [byte, byte, byte]) >= readableContrast ? '#ffffff' : '#000000';

const steps = 20;

/** The colour itself where it can be read on the ground; otherwise as little darker or lighter as makes it readable. */
export function readableOn(ground: string, colour: string): string {
  const below = colourOf(ground);
  const own = colourOf(colour);
  const goal = luminance(below) > 0.18 ? 0 : byte;
  for (let step = 0; step <= steps; step++) {
    const mixed = own.map((part) => part + ((goal - part) * step) / steps) as unknown as Colour;
    if (contrast(mixed, below) >= readableContrast) return hexOf(mixed);
  }
  return hexOf([goal, goal, goal]);
}

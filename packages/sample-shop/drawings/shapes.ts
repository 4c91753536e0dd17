/** Tones of a drawing: three of the product's own colour, the rest the same in every picture. */
export type Tone = 'main' | 'dark' | 'light' | 'ink' | 'white' | 'grey' | 'wood' | 'leaf' | 'sun' | 'water';

/** A tone's place in the text of a drawing. */
export const toneMark = (tone: Tone): string => `{${tone}}`;

export type Drawing = string;

/** On a canvas of 200 × 200, the product within 25 to 175. */
export const drawing = (...shapes: readonly string[]): Drawing => shapes.join('');

export const box = (x: number, y: number, width: number, height: number, tone: Tone, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${radius > 0 ? ` rx="${radius}"` : ''} fill="${toneMark(tone)}"/>`;

export const dot = (x: number, y: number, radius: number, tone: Tone): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${toneMark(tone)}"/>`;

export const oval = (x: number, y: number, radiusX: number, radiusY: number, tone: Tone): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${radiusX}" ry="${radiusY}" fill="${toneMark(tone)}"/>`;

/** A filled outline, by the path data of SVG. */
export const shape = (path: string, tone: Tone): string => `<path d="${path}" fill="${toneMark(tone)}"/>`;

/** A line with round ends. */
export const stroke = (path: string, tone: Tone, width: number): string =>
  `<path d="${path}" fill="none" stroke="${toneMark(tone)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const ring = (x: number, y: number, radius: number, tone: Tone, width: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${toneMark(tone)}" stroke-width="${width}"/>`;

export const turned = (degrees: number, ...shapes: readonly string[]): string =>
  `<g transform="rotate(${degrees} 100 100)">${shapes.join('')}</g>`;

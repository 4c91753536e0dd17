import type { Tone } from '#sample-shop/drawings/shapes.ts';
import { colours, type ColourName } from './colours.ts';
import { drawings, type DrawingName } from './drawings.ts';

/** A drawing in a colour. */
export interface Picture {
  readonly drawing: DrawingName;
  readonly colour: ColourName;
}

const drawingNames = Object.keys(drawings) as DrawingName[];
const colourNames = Object.keys(colours) as ColourName[];

/** From 1. The same picture has the same number. */
export const pictureNumber = ({ drawing, colour }: Picture): number =>
  1 + drawingNames.indexOf(drawing) * colourNames.length + colourNames.indexOf(colour);

/** The SVG of a picture by its number; null when there is none. */
export function samplePicture(number: number): string | null {
  const drawing = drawingNames[Math.floor((number - 1) / colourNames.length)];
  const colour = colourNames[(number - 1) % colourNames.length];
  return drawing === undefined || colour === undefined ? null : svgOf({ drawing, colour });
}

const background = '#e7ebf0';
const fixedTones = {
  ink: '#3b4148',
  white: '#ffffff',
  grey: '#b7bec7',
  wood: '#c99b66',
  leaf: '#6aa55f',
  sun: '#f0c75a',
  water: '#a9d3e6',
};

function svgOf({ drawing, colour }: Picture): string {
  const { hex } = colours[colour];
  const tones: Readonly<Record<Tone, string>> = {
    ...fixedTones,
    main: hex,
    dark: mixed(hex, '#000000', 0.22),
    light: mixed(hex, '#ffffff', 0.38),
  };
  const body = drawings[drawing].replaceAll(/\{(\w+)\}/g, (_mark, tone: Tone) => tones[tone]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="${background}"/>${body}</svg>`;
}

/** `share` of the second colour in the first, channel by channel. */
function mixed(hex: string, other: string, share: number): string {
  const channel = (text: string, index: number): number => Number.parseInt(text.slice(1 + index * 2, 3 + index * 2), 16);
  const mix = (index: number): number => Math.round(channel(hex, index) * (1 - share) + channel(other, index) * share);
  return `#${[0, 1, 2].map((index) => mix(index).toString(16).padStart(2, '0')).join('')}`;
}

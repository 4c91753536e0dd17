import { expect, test } from 'vitest';
import { drawings, type DrawingName } from './drawings.ts';
import { pictureNumber, samplePicture } from './picture.ts';

const names = Object.keys(drawings) as DrawingName[];

test('there are over a hundred different drawings', () => {
  expect(new Set(Object.values(drawings)).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(100);
});

test('a number leads back to its picture', () => {
  const svgs = names.map((drawing) => samplePicture(pictureNumber({ drawing, colour: 'red' })));
  expect(new Set(svgs).size).toBe(names.length);
});

test('the same drawing differs by colour', () => {
  const red = samplePicture(pictureNumber({ drawing: 'mug', colour: 'red' }));
  const blue = samplePicture(pictureNumber({ drawing: 'mug', colour: 'blue' }));
  expect(red).toContain('#cf4a43');
  expect(blue).not.toContain('#cf4a43');
});

test('every tone of a drawing has a colour', () => {
  for (const drawing of names)
    expect(samplePicture(pictureNumber({ drawing, colour: 'green' }))).not.toMatch(/[{}]|undefined|NaN/);
});

test.each([0, -1, 0.5, 1_000_000, Number.NaN])('there is no picture %s', (number) => {
  expect(samplePicture(number)).toBeNull();
});

import { luminance } from '#contract/colours.ts';

/** Below it a page is dark: light text is easier to read on it than dark text. */
const darkBelow = 0.18;
const opaqueFrom = 0.5;

/** Whether the shop's page is dark where this element stands: the first ground under it that isn't see-through. */
export function standsOnDark(element: Element): boolean {
  for (let place: Element | null = element; place !== null; place = place.parentElement) {
    const [red = byteMaximum, green = byteMaximum, blue = byteMaximum, alpha = 1] = (
      getComputedStyle(place).backgroundColor.match(/[\d.]+/g) ?? []
    ).map(Number);
    if (alpha >= opaqueFrom) return luminance([red, green, blue]) < darkBelow;
  }
  return false;
}
const byteMaximum = 255;

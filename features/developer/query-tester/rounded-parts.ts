/** Numbers are shown with so many steps to a whole. */
const stepsPerUnit = 100;

/** Parts rounded to hundredths so that they still add up to their rounded sum: each is what the running sum grows by. */
export function roundedParts(parts: readonly number[]): number[] {
  let sum = 0;
  let shown = 0;
  return parts.map((part) => {
    sum += part;
    const next = Math.round(sum * stepsPerUnit);
    const rounded = (next - shown) / stepsPerUnit;
    shown = next;
    return rounded;
  });
}

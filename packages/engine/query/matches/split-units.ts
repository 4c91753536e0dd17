/** Splits whole score units by shares, in no unit, into whole units that add up to them. */
export function splitUnits(units: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  let before = 0;
  let shareSum = 0;
  return shares.map((share) => {
    shareSum += share;
    const until = Math.round((units * shareSum) / sum);
    const part = until - before;
    before = until;
    return part;
  });
}

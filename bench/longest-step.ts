/** Processor time of this thread, so other programs don't count. */
export function longestStep(): { readonly milliseconds: () => number; readonly reset: () => void } {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [last, longest] = [spent(), 0];
  const turn = (): void => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
    setImmediate(turn).unref();
  };
  setImmediate(turn).unref();
  const reset = (): void => {
    [last, longest] = [spent(), 0];
  };
  return { milliseconds: () => longest, reset };
}

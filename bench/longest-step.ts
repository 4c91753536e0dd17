/** What a turn of the event loop takes at most, in processor time of this thread: unlike lateness, it leaves out what other programs took. */
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

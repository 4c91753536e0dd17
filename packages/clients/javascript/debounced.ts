/** Shorter than anyone notices, longer than most pauses between keys. */
const usualMilliseconds = 120;

/**
 * Debounces calls and aborts the previous one. Overtaken calls resolve to null, so only the newest response is shown:
 *
 *     const find = debounced((q: string, signal) => aisle.autocomplete({ q }, { signal }));
 *     field.addEventListener('input', async () => {
 *       const answer = await find(field.value);
 *       if (answer !== null) show(answer);
 *     });
 */
export function debounced<Asked, Answer>(
  ask: (asked: Asked, signal: AbortSignal) => Promise<Answer>,
  milliseconds = usualMilliseconds,
): (asked: Asked) => Promise<Answer | null> {
  let overtake = (): void => undefined;
  return (asked) => {
    overtake();
    return new Promise((resolve, reject) => {
      const ending = new AbortController();
      const begin = (): void => {
        ask(asked, ending.signal).then(resolve, reject);
      };
      const timer = setTimeout(begin, milliseconds);
      overtake = () => {
        clearTimeout(timer);
        resolve(null);
        ending.abort();
      };
    });
  };
}

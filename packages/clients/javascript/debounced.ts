/** Short enough that nobody waits for it, long enough that most letters of a word come within it. */
const usualMilliseconds = 120;

/**
 * Waits until nobody has asked for a while, and does only what was asked last. The call before is aborted. A question that another one
 * has overtaken is answered with null, so whoever shows answers shows the newest alone:
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

/** The words of a step that left some out, each once. */
export function ignoredWords({ before, after }: { readonly before: string; readonly after: string }): string[] {
  const kept = after.split(' ');
  return [...new Set(before.split(' '))].filter((word) => !kept.includes(word));
}

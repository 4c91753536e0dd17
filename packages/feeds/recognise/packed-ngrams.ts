type Scores = Readonly<Record<string, number>>;

/** Language 0 and score 0, as in `bundle-server.mjs`. */
const [firstLanguage, firstScore] = [48, 40];

/** Looks n-grams up in sorted lines: building tens of thousands of objects takes longer than importing a small feed. */
export function packedNgrams(lines: string): Readonly<Record<string, Scores | undefined>> {
  return new Proxy<Record<string, Scores>>({}, { get: (_, letters) => scoresOf(lines, String(letters)) });
}

function scoresOf(lines: string, letters: string): Scores | undefined {
  const wanted = `${letters}\t`;
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = lines.lastIndexOf('\n', Math.max(low, Math.floor((low + high) / 2) - 1));
    const begin = middle < low ? low : middle + 1;
    const end = lines.indexOf('\n', begin);
    const line = lines.slice(begin, end);
    if (line.startsWith(wanted)) return unpacked(line, wanted.length);
    if (line < wanted) low = end + 1;
    else high = begin;
  }
  return undefined;
}

function unpacked(line: string, from: number): Scores {
  const scores: Record<string, number> = {};
  for (let at = from; at < line.length; at += 2)
    scores[line.charCodeAt(at) - firstLanguage] = line.charCodeAt(at + 1) - firstScore;
  return scores;
}

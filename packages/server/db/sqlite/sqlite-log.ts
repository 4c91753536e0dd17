import { existsSync, readFileSync, statSync } from 'node:fs';

const checkedBytes = 256 * 1024 * 1024;
const [headerBytes, frameHeaderBytes] = [32, 24];
const [headerSummed, frameHeaderSummed] = [24, 8];

/**
 * True if a WAL is damaged before its last commit. SQLite ignores everything after the first bad frame, as after a power cut;
 * but commits are synced, so a bad frame followed by a commit is damage. Format:
 * https://sqlite.org/fileformat2.html#walformat
 */
export function isLogDamaged(file: string): boolean {
  const size = existsSync(file) ? statSync(file).size : 0;
  if (size <= headerBytes || size > checkedBytes) return false;
  const bytes = readFileSync(file);
  const isBigEndian = (bytes.readUInt32BE(0) & 1) === 1;
  const sums: [number, number] = [0, 0];
  const add = (from: number, length: number): void => {
    for (let at = from; at < from + length; at += 8) {
      sums[0] = (sums[0] + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + sums[1]) >>> 0;
      sums[1] = (sums[1] + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + sums[0]) >>> 0;
    }
  };
  const isSummed = (at: number): boolean => bytes.readUInt32BE(at) === sums[0] && bytes.readUInt32BE(at + 4) === sums[1];
  add(0, headerSummed);
  if (!isSummed(headerSummed)) return true;
  const pageBytes = bytes.readUInt32BE(8);
  const salts = bytes.subarray(16, 24);
  let isCutOff = false;
  let isCommitted = false;
  for (let at = headerBytes; at + frameHeaderBytes + pageBytes <= size; at += frameHeaderBytes + pageBytes) {
    const isOfLog = bytes.subarray(at + 8, at + 16).equals(salts);
    if (isCutOff && isCommitted && isOfLog) return true;
    if (!isCutOff) {
      add(at, frameHeaderSummed);
      add(at + frameHeaderBytes, pageBytes);
      isCutOff = !isOfLog || !isSummed(at + 16);
    }
    if (isCutOff) isCommitted ||= isOfLog && bytes.readUInt32BE(at + 4) !== 0;
  }
  return false;
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { root } from './places.mjs';
import { capture } from './processes.mjs';

const oldestJava = 21;
const debianJava = `openjdk-${oldestJava}-jdk-headless`;
const javaFolder = '/usr/lib/jvm';
const downloadSeconds = 300;

/** For a server that runs for minutes: what compiles code better takes more of two cores than it gives back. */
export const shortLived = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/**
 * The Java and the jars that a server of our tests needs, as `{ java, jars }`; null, with what is missing, when there can be none. Jars are
 * fetched once, by the pom.xml in `sources`. `digest` is of their names and contents, sorted by name: what is not what we expect is not
 * run, and the failure names the new one.
 */
export async function prepareJava({ name, version, digest, megabytes, sources }) {
  const java = (await findJava()) ?? ((await installDebianPackages(debianJava)) ? await findJava() : null);
  if (java === null) {
    console.warn(`! ${name} needs a JDK ${oldestJava} or newer; there is none in JAVA_HOME, in PATH or under ${javaFolder}.`);
    return null;
  }
  const jars = path.join(root, '.cache', `${name.toLowerCase()}-${version}`);
  return (await hasJars({ name, version, digest, megabytes, sources, jars })) ? { java, jars: path.join(jars, '*') } : null;
}

async function findJava() {
  const installed = existsSync(javaFolder) ? readdirSync(javaFolder).map((name) => path.join(javaFolder, name)) : [];
  const folders = [process.env.JAVA_HOME, ...installed].filter(Boolean);
  const files = folders.map((folder) => path.join(folder, 'bin', 'java')).filter((file) => existsSync(file));
  for (const file of [...files, 'java']) {
    // Servers are run from their source, so a Java without its compiler won't do.
    const { isOk, output } = await capture(file, ['--list-modules']);
    if (isOk && Number(/^jdk\.compiler@(\d+)/m.exec(output)?.[1]) >= oldestJava) return file;
  }
  return null;
}

async function hasJars({ name, version, digest, megabytes, sources, jars }) {
  if (existsSync(jars)) {
    if (digestOf(jars) === digest) return true;
    rmSync(jars, { recursive: true });
  }
  const { isOk: hasMaven } = await capture('mvn', ['--version']);
  if (!hasMaven && !(await installDebianPackages('maven'))) return false;
  console.warn(`Fetching ${name} ${version} (${megabytes} MB) …`);
  mkdirSync(path.dirname(jars), { recursive: true });
  const fresh = mkdtempSync(`${jars}-`);
  const { isOk, output } = await capture(
    'mvn',
    ['-q', '-B', '-C', '-f', path.join(sources, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${fresh}`],
    { maxSeconds: downloadSeconds },
  );
  const found = isOk ? digestOf(fresh) : null;
  if (found === digest && !existsSync(jars)) renameSync(fresh, jars);
  else rmSync(fresh, { recursive: true });
  if (!isOk) console.warn(`! ${name} could not be fetched:\n${output}`);
  else if (found !== digest) throw new Error(`The jars of ${name} are not those that are expected; their digest is ${found}.`);
  return isOk;
}

function digestOf(folder) {
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => statSync(path.join(folder, name)).isFile());
  for (const name of names.toSorted()) hash.update(`${name}\0`).update(readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}

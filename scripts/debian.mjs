import { existsSync } from 'node:fs';
import { capture } from './processes.mjs';

const maxSeconds = 240;

/**
 * Installs packages of Debian when we are root on such a system. Answers whether it did; says loudly when it can not, as something
 * will be skipped then.
 */
export async function installDebianPackages(...packages) {
  const names = packages.join(' ');
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.warn(`! ${names} is missing and can only be installed by root on Debian: apt-get install ${names}`);
    return false;
  }
  console.warn(`Installing ${names} from Debian …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const script = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names}`;
  const { isOk, output } = await capture('sh', ['-c', script], { env, maxSeconds });
  if (!isOk) console.warn(`! ${names} could not be installed:\n${output}`);
  return isOk;
}

/** The version of the console, which is that of the package. */
export { version } from '../../package.json';

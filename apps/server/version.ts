import packageJson from '../../package.json' with { type: 'json' };

export const aisleVersion: string = packageJson.version;

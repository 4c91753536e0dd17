/** The calls that every screen begins with. Their contracts would bring far more code than these paths. */
export const earlyPaths = ['/api/verify', '/api/collections'] as const;

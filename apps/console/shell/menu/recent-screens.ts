import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readStored, writeStored } from '#ui/state/stored.ts';
import { screens } from '#apps/console/screens.ts';
import type { Screen } from '#apps/console/screens/screen.ts';

const keptScreens = 6;

function storedPaths(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored('recent') ?? '[]');
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

export function useRememberScreens(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    if (!screens.some((screen) => screen.path === path && !screen.isInside)) return;
    const others = storedPaths().filter((other) => other !== path);
    writeStored('recent', JSON.stringify([path, ...others].slice(0, keptScreens)));
  }, [path]);
}

export function recentScreens(current: string): Screen[] {
  const known = new Map(screens.map((screen) => [screen.path, screen]));
  return storedPaths().flatMap((path) => (path === current ? [] : (known.get(path) ?? [])));
}

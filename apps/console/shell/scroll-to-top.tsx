import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import classes from './shell.module.css';

const appearsAfterPx = 300;
const scrollMs = 600;

export function ScrollToTop() {
  const isFarDown = useFarDown();
  const isReduced = useReducedMotion();
  if (!isFarDown) return null;
  return (
    <ActionIcon
      className={classes.toTop}
      variant="default"
      size={40}
      radius="xl"
      aria-label={t('Scroll to top')}
      onClick={() => scrollToTop(isReduced ? 0 : scrollMs)}
    >
      <ArrowUp size={18} aria-hidden />
    </ActionIcon>
  );
}

/** Listens only after scrolling: reading the position earlier forces a layout. */
function useFarDown(): boolean {
  const [isFarDown, setIsFarDown] = useState(false);
  useEffect(() => {
    const follow = () => setIsFarDown(window.scrollY > appearsAfterPx);
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return isFarDown;
}

function scrollToTop(durationMs: number): void {
  const from = window.scrollY;
  const startedAt = performance.now();
  const step = (now: number) => {
    const share = durationMs === 0 ? 1 : Math.min(1, (now - startedAt) / durationMs);
    window.scrollTo(0, from * (1 - share) ** 3);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

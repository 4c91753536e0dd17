import classes from './share-bar.module.css';

interface ShareBarProps {
  readonly value: number;
  readonly largest: number;
}

/** Hidden from screen readers: the number stands beside it. */
export function ShareBar({ value, largest }: ShareBarProps) {
  const width = largest === 0 ? 0 : (100 * Math.abs(value)) / largest;
  return (
    <svg className={classes.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect width="100" height="6" />
      <rect className={classes.fill} data-negative={value < 0} width={width} height="6" />
    </svg>
  );
}

import classes from './share-bar.module.css';

interface ShareBarProps {
  /** Below 0 for what takes away. */
  readonly value: number;
  /** The value whose bar is full. */
  readonly largest: number;
}

/** A bar that compares a number with others beside it. The number itself stands near it, so readers aloud are told nothing. */
export function ShareBar({ value, largest }: ShareBarProps) {
  const width = largest === 0 ? 0 : (100 * Math.abs(value)) / largest;
  return (
    <svg className={classes.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect width="100" height="6" />
      <rect className={classes.fill} data-negative={value < 0} width={width} height="6" />
    </svg>
  );
}

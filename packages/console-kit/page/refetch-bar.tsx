import classes from './refetch-bar.module.css';

/** The thin bar on top of what is being asked for again. */
export const RefetchBar = ({ isMoving }: { readonly isMoving: boolean }) => (
  <div className={classes.bar} data-moving={isMoving} aria-hidden />
);

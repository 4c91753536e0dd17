import classes from './refetch-bar.module.css';

export const RefetchBar = ({ isMoving }: { readonly isMoving: boolean }) => (
  <div className={classes.bar} data-moving={isMoving} aria-hidden />
);

import classes from './form-skeleton.module.css';

/** A field that is on its way, with its label and the line of help beneath it where it will have them. */
export function FieldSkeleton({ label = true, help = false }: { label?: boolean; help?: boolean }) {
  return (
    <div className={classes['field']}>
      {label ? <span className={classes['label']} /> : null}
      <span className={classes['input']} />
      {help ? <span className={classes['help']} /> : null}
    </div>
  );
}

/** The button of a form that is on its way. */
export function ButtonSkeleton() {
  return <span className={classes['button']} />;
}

import classes from './form-skeleton.module.css';

/** Placeholder of a field with its label and, if it will have one, its line of help. */
export function FieldSkeleton({ label = true, help = false }: { label?: boolean; help?: boolean }) {
  return (
    <div className={classes['field']}>
      {label ? <span className={classes['label']} /> : null}
      <span className={classes['input']} />
      {help ? <span className={classes['help']} /> : null}
    </div>
  );
}

/** Placeholder of a form's button. */
export function ButtonSkeleton() {
  return <span className={classes['button']} />;
}

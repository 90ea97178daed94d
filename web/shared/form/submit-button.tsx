import { ProgressButton, type ProgressButtonProps } from '@shared/ui/progress-button';

/** The button that sends a form. */
export function SubmitButton(props: Omit<ProgressButtonProps, 'type' | 'onPress'>) {
  return <ProgressButton {...props} type="submit" />;
}

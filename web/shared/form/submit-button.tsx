import { ProgressButton, type ProgressButtonProps } from '@shared/ui/progress-button';

export function SubmitButton(props: Omit<ProgressButtonProps, 'type' | 'onPress'>) {
  return <ProgressButton {...props} type="submit" />;
}

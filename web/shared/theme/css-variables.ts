import type { CSSVariablesResolver } from '@mantine/core';

/** Sets Mantine's CSS variables to our tokens, for the parts that we do not style. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--color-page)',
    '--mantine-color-text': 'var(--color-text-1)',
    '--mantine-color-bright': 'var(--color-text-1)',
    '--mantine-color-dimmed': 'var(--color-text-3)',
    '--mantine-color-placeholder': 'var(--color-text-3)',
    '--mantine-color-anchor': 'var(--color-accent-text)',
    '--mantine-color-error': 'var(--color-red-text)',
    '--mantine-color-default': 'var(--color-surface)',
    '--mantine-color-default-hover': 'var(--color-hover)',
    '--mantine-color-default-color': 'var(--color-text-1)',
    '--mantine-color-default-border': 'var(--color-line-strong)',
    '--mantine-color-disabled': 'var(--color-neutral-soft)',
    '--mantine-color-disabled-color': 'var(--color-text-3)',
    '--mantine-color-disabled-border': 'var(--color-line)',
    '--mantine-primary-color-filled': 'var(--color-accent)',
    '--mantine-primary-color-filled-hover': 'var(--color-accent-hover)',
    // What boxes and radio buttons are filled with.
    '--mantine-color-blue-filled': 'var(--color-accent)',
    '--mantine-primary-color-light': 'var(--color-accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--color-accent-soft)',
    '--mantine-primary-color-light-color': 'var(--color-accent-text)',
    '--mantine-primary-color-contrast': 'var(--color-on-accent)',
    '--input-placeholder-color': 'var(--color-text-3)',
  };
  return { variables: {}, light: shared, dark: shared };
};

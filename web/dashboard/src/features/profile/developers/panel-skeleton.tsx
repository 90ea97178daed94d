import { Skeleton } from '@mantine/core';

/** Placeholder of what opens in place. */
export function PanelSkeleton() {
  return <Skeleton height="12rem" />;
}

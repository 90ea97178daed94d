import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { paths } from '@/schema.gen';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

/** What a file changes, or changed. */
export type PriceImport =
  paths['/staff/v1/price-changes/import']['post']['responses'][200]['content']['application/json'];
export type ImportRow = PriceImport['rows'][number];

/** Asks what a file would change. Nothing changes. */
export function previewOptions() {
  return mutationOptions({
    mutationKey: ['prices', 'preview'],
    mutationFn: ({ content }: { content: string }) =>
      unwrap(api.POST('/staff/v1/price-changes/import', { body: { content } })),
  });
}

/** Carries a preview out. */
export function applyOptions(content: string, tag: string) {
  return mutationOptions({
    mutationKey: ['prices', 'import'],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/price-changes/import', { body: { content, tag, reason, apply: true } })),
    onSuccess: reloads(['prices'], ['products'], ['approvals'], ['overview']),
  });
}

import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

import { type RuleStep, rulesChanged } from './rule-steps';

/** All segments of clients, by name. */
export function segmentsOptions() {
  return queryOptions({
    queryKey: ['prices', 'segments'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/price-segments', { signal })),
  });
}

function send(id: number, segment: string, step: RuleStep) {
  return unwrap(api.POST('/staff/v1/clients/{id}/segment', { params: { path: { id } }, body: { segment, ...step } }));
}

/** Asks what another segment of a client would change. Nothing changes. */
export function previewSegmentOptions(id: number) {
  return mutationOptions({
    mutationKey: ['prices', 'segment', 'preview', id],
    mutationFn: ({ segment }: { segment: string }) => send(id, segment, {}),
  });
}

/** Puts a client into a segment, as the preview said. */
export function applySegmentOptions(id: number, segment: string, tag: string) {
  return mutationOptions({
    mutationKey: ['prices', 'segment', 'apply', id],
    mutationFn: ({ reason }: { reason: string }) => send(id, segment, { apply: true, tag, reason }),
    onSuccess: rulesChanged,
  });
}

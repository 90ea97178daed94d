import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { type RuleStep, rulesChanged } from '@/prices/rule-steps';
import { unwrap } from '@shared/api/problem';

import { typedBasisPoints, typedWhole } from './rule-words';

/** A rule by which prices follow costs. */
export type PriceRule = AnswerOf<'/staff/v1/price-rules', 'get'>['data'][number];

/** What a form says about a rule. */
export interface RuleValues {
  reach: 'all' | 'category' | 'operator' | 'product';
  operatorType: string;
  operatorCode: string;
  productCode: string;
  whose: 'list' | 'segment' | 'client';
  clientId: string;
  segment: string;
  fixed: string;
  percent: string;
  step: string;
  minMargin: string;
  /** Prices by hand end, and follow the rule. */
  endHand: boolean;
}

/** A change of the rules: a rule to set, or the id of one to remove. */
export type RuleChange = { set: RuleValues } | { remove: string };

export function rulesOptions() {
  return queryOptions({
    queryKey: ['prices', 'rules'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/price-rules', { signal })),
    meta: { inPlace: true },
  });
}

/** The operators that a rule can be for. */
export function ruleChoicesOptions() {
  return queryOptions({
    queryKey: ['products', 'choices'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/product-choices', { signal })),
  });
}

function bodyOf({ reach, operatorType, operatorCode, productCode, whose, clientId, segment, ...values }: RuleValues) {
  return {
    operatorType: reach === 'category' ? operatorType : '',
    operatorCode: reach === 'operator' ? operatorCode : '',
    productCode: reach === 'product' ? productCode.trim() : '',
    clientId: whose === 'client' ? (typedWhole(clientId) ?? 0) : 0,
    segment: whose === 'segment' ? segment : '',
    fixed: typedWhole(values.fixed) ?? 0,
    basisPoints: typedBasisPoints(values.percent) ?? 0,
    step: typedWhole(values.step) ?? 1,
    minMargin: typedWhole(values.minMargin) ?? 0,
    endHand: values.endHand,
  };
}

function send(change: RuleChange, step: RuleStep) {
  if ('set' in change) return unwrap(api.POST('/staff/v1/price-rules', { body: { ...bodyOf(change.set), ...step } }));
  return unwrap(api.POST('/staff/v1/price-rules/{id}/remove', { params: { path: { id: change.remove } }, body: step }));
}

/** Asks what a rule would change. Nothing changes. */
export function previewRuleOptions() {
  return mutationOptions({
    mutationKey: ['prices', 'rules', 'preview'],
    mutationFn: (values: RuleValues) => send({ set: values }, {}),
  });
}

/** Asks what would change without a rule. Nothing changes. */
export function previewRemovalOptions(id: string) {
  return mutationOptions({
    mutationKey: ['prices', 'rules', 'preview', id],
    mutationFn: () => send({ remove: id }, {}),
  });
}

/** Carries a preview out. */
export function applyRuleOptions(change: RuleChange, tag: string) {
  return mutationOptions({
    mutationKey: ['prices', 'rules', 'apply'],
    mutationFn: ({ reason }: { reason: string }) => send(change, { apply: true, tag, reason }),
    onSuccess: rulesChanged,
  });
}

import { paymentLinkOf } from '../link-rules';

/** The steps of the wizard in their order (docs/product/shop.md#wizard). */
export const steps = ['configs', 'sku', 'payment-integration', 'publish-confirm'] as const;

export type Step = (typeof steps)[number];

/** The steps that the indicator numbers. */
export const numberedSteps = ['configs', 'sku', 'payment-integration'] as const satisfies Step[];

/** What the steps are about: the parts of a set-up that tell what is done. */
interface SetUp {
  name: string;
  logoImageKey: string;
  deeplinkUrl: string;
}

/**
 * Reports whether a step is done: the theme with a name and a logo, the prices, which always hold, once the theme is,
 * and the payment with a link (docs/product/shop.md#wizard).
 */
export function isDone(step: (typeof numberedSteps)[number], config: SetUp | null): boolean {
  const themed = config !== null && config.name !== '' && config.logoImageKey !== '';
  return step === 'payment-integration' ? themed && paymentLinkOf(config) !== '' : themed;
}

/** The path of a step. */
export function pathOf(step: Step) {
  return `/connect/settings/${step}` as const;
}

/** Where the wizard goes after a step was saved: to the next step, or home once the shop is published. */
export function pathAfter(step: Step, published: boolean) {
  const next = steps[steps.indexOf(step) + 1];
  return published || next === undefined ? ('/connect' as const) : pathOf(next);
}

/** Where the back link of a step leads. */
export type Back = 'home' | 'configs' | 'sku';

const backBefore: Record<Step, Back> = {
  configs: 'home',
  sku: 'configs',
  'payment-integration': 'sku',
  'publish-confirm': 'home',
};

/** Back leads home from the first step, once the shop is published, and while it is loading. */
export function backOf(step: Step, published: boolean | undefined): Back {
  return published === false ? backBefore[step] : 'home';
}

import { useState } from 'react';

import { CallError, makeOrder } from '@/calls/shop-calls';
import { countedClick } from '@/events/shop-event';
import { useLanguage, useTexts } from '@/language/language';
import { destinationTexts, fieldLabel } from '@/parts/destination-texts';
import { FactList } from '@/parts/fact-list';
import { MessagePage } from '@/parts/message-page';
import { Notice } from '@/parts/notice';
import { PageHeader } from '@/parts/page-header';
import { PayBar } from '@/parts/pay-bar';
import { useHomeLink, useOperatorLink } from '@/parts/shop-links';
import { type AccountName, useAccountName } from '@/parts/use-account-name';

import { checkoutTexts } from './checkout-texts';
import { rememberOrder } from '@/browser-storage/recent-orders';
import { type CheckoutDraft, forgetDraft, readDraft } from '@/browser-storage/checkout-draft';

/** The last look at an order before it is paid. */
export function CheckoutPage({ code }: { code: string }) {
  const texts = useTexts(checkoutTexts);
  const home = useHomeLink();
  const [draft] = useState(() => readDraft(code));
  if (!draft) return <MessagePage title={texts.nothing} text={texts.nothingText} action={texts.home} link={home} />;
  return <Checkout code={code} draft={draft} />;
}

function Checkout({ code, draft }: { code: string; draft: CheckoutDraft }) {
  const texts = useTexts(checkoutTexts);
  const numberTexts = useTexts(destinationTexts);
  const { language } = useLanguage();
  const product = useOperatorLink(draft.operator);
  const { nominal: item, destination: filled, isNamed } = draft;
  const account = useAccountName(isNamed ? { code, productCode: item.code, destination: filled } : null, 0);
  const [isGoing, setGoing] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);

  const pay = async () => {
    if (isGoing) return;
    setGoing(true);
    setFailure(null);
    try {
      const { nominal, destination } = draft;
      const input = { productCode: nominal.code, price: nominal.price, destination };
      const created = await makeOrder(code, language, draft.key, input);
      forgetDraft(code);
      rememberOrder(code, { link: created.link, product: `${draft.operator.name} · ${nominal.denom}` });
      // From the payment page, Back leads to the order.
      window.history.replaceState(null, '', created.link);
      window.location.assign(created.paymentUrl);
    } catch (error) {
      setFailure(error instanceof CallError ? error : new CallError('NetworkError', ''));
      setGoing(false);
    }
  };

  const destination = Object.entries(filled).filter(([, value]) => value);
  return (
    <div className="flex min-h-dvh flex-col">
      <PageHeader title={texts.title} back={product} backLabel={texts.change} />
      <main className="mx-auto w-full max-w-2xl flex-1 px-4 py-5">
        <FactList
          facts={[
            [texts.product, draft.operator.name],
            [texts.nominal, draft.nominal.denom],
            ...destination.map(([name, value]): [string, string] => [
              fieldLabel(numberTexts, name, draft.operator.type),
              value,
            ]),
            ...(isNamed ? [[texts.account, accountText(account, texts.unknown)] as const] : []),
          ]}
        />
        {account && 'problem' in account && (
          <div className="mt-4">
            <Notice isAlert>{account.problem}</Notice>
          </div>
        )}
        <p className="mt-4 text-sm text-quiet">{texts.check}</p>
        <p className="mt-1 text-sm text-quiet">{texts.kept}</p>
        {failure && (
          <div className="mt-4">
            <Notice isAlert>
              {texts.problems[failure.code] ?? [failure.message, ...Object.values(failure.fields)].join('. ')}
              {(failure.code === 'PriceChangedError' || failure.code === 'NotSoldError') && (
                <a {...product} className="mt-2 block font-medium text-link underline underline-offset-4">
                  {texts.seePrice}
                </a>
              )}
            </Notice>
          </div>
        )}
      </main>
      <PayBar label={texts.total} price={draft.nominal.price}>
        <button
          {...countedClick('pay', draft.nominal.code)}
          type="button"
          aria-disabled={isGoing}
          className="min-h-12 rounded-button bg-pay px-6 text-sm font-semibold text-pay-text"
          onClick={() => void pay()}
        >
          {isGoing ? texts.openingPayment : texts.go}
        </button>
      </PayBar>
    </div>
  );
}

/** The name as the list shows it. Its line stands there before the answer, so that nothing moves. */
function accountText(account: AccountName, unknown: string): string {
  if (!account) return '…';
  return 'name' in account ? account.name : unknown;
}

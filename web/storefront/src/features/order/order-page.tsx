import { useRef, useState } from 'react';

import { formatClock, viewerZone, zoneLabel } from '@shared/format/local-time';
import { formatRupiah } from '@shared/format/rupiah';

import type { ShopOrder } from '@/calls/shop-calls';
import { countedClick } from '@/events/shop-event';
import { useLanguage, useTexts } from '@/language/language';
import { FactList } from '@/parts/fact-list';
import { Icon, type IconName } from '@/parts/icons';
import { MessagePage } from '@/parts/message-page';
import { Notice } from '@/parts/notice';
import { PageHeader } from '@/parts/page-header';
import { useHomeLink, useOperatorLink } from '@/parts/shop-links';

import { electricityToken } from './electricity-token';
import { orderTexts } from './order-texts';
import { useOrder } from './use-order';

interface Props {
  code: string;
  token: string;
  /** What the payment page said on the way back: paid, cancelled, or nothing. The state is the server's alone. */
  returned: string;
}

/** The page of an order: where a shopper comes back from the payment, and follows what happens. */
export function OrderPage({ code, token, returned }: Props) {
  const texts = useTexts(orderTexts);
  const { language } = useLanguage();
  const home = useHomeLink();
  const { order, isMissing, isOffline } = useOrder(code, token, language);
  if (isMissing) return <MessagePage title={texts.none} text={texts.noneText} action={texts.home} link={home} />;
  return (
    <div className="flex min-h-dvh flex-col">
      <PageHeader title={texts.title} back={home} backLabel={texts.home} />
      <main className="mx-auto w-full max-w-2xl flex-1 space-y-5 px-4 py-5" aria-busy={!order}>
        {isOffline && <Notice isAlert>{texts.offline}</Notice>}
        {order ? (
          <OrderView order={order} returned={returned} />
        ) : (
          !isOffline && <p className="py-10 text-center text-sm text-quiet">{texts.loading}</p>
        )}
      </main>
    </div>
  );
}

/** The time of day as 14:32 WIB, in both languages. */
function time(moment: string): string {
  const zone = viewerZone();
  return `${formatClock(moment, zone).slice(0, 'hh:mm'.length)} ${zoneLabel(zone, new Date(moment))}`;
}

const icons: Record<string, IconName> = { success: 'check', failed: 'alert', expired: 'alert' };

function OrderView({ order, returned }: { order: ShopOrder; returned: string }) {
  const texts = useTexts(orderTexts);
  const again = useOperatorLink(order.operator);
  const { status } = order;
  const [title, text] = texts.states[status] ?? [status, ''];
  const isWaiting = status === 'waiting';
  const token = order.operator.type === 'electricity' ? electricityToken(order.serialNumber) : null;
  return (
    <>
      <section aria-live="polite" className="rounded-2xl border border-line px-4 py-5 text-center">
        <span className={`inline-flex ${status === 'failed' ? 'text-error' : 'text-link'}`}>
          <Icon name={icons[status] ?? 'bill'} size={32} />
        </span>
        <h2 className="mt-1 text-lg/7 font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-quiet">{order.reason || text}</p>
        {status === 'failed' && <p className="mt-1 text-sm text-quiet">{texts.refund}</p>}
        {isWaiting && <p className="mt-1 text-sm">{texts.until(time(order.priceUntil))}</p>}
      </section>
      {isWaiting && returned === 'cancelled' && <Notice>{texts.cancelled}</Notice>}
      {isWaiting && returned === 'paid' && <Notice>{texts.returned}</Notice>}
      {token ? (
        <>
          <SerialNumber label={texts.token} value={token.token} />
          <FactList
            facts={[
              [texts.account, token.name],
              [texts.tariff, token.tariff],
              [texts.energy, `${token.energy} kWh`],
            ]}
          />
        </>
      ) : (
        order.serialNumber && <SerialNumber label={texts.serial} value={order.serialNumber} />
      )}
      {isWaiting && order.paymentUrl && (
        <a
          {...countedClick('pay', order.product.code)}
          href={order.paymentUrl}
          className="flex min-h-12 items-center justify-center rounded-button bg-pay px-6 text-sm font-semibold text-pay-text"
        >
          {texts.payNow}
        </a>
      )}
      <section aria-label={texts.progress}>
        <ol className="space-y-2">
          {order.steps.map((step) => (
            <li key={step.name} className="flex items-center gap-2.5 text-sm">
              <span className={step.name === 'failed' ? 'text-error' : 'text-link'}>
                <Icon name={step.name === 'failed' ? 'alert' : 'check'} size={18} />
              </span>
              <span className="flex-1">{texts.steps[step.name] ?? step.name}</span>
              <time dateTime={step.at} className="text-quiet">
                {time(step.at)}
              </time>
            </li>
          ))}
        </ol>
      </section>
      <FactList
        facts={[
          [texts.product, order.product.name],
          [texts.destination, order.destination],
          [texts.price, formatRupiah(order.price, 'Rp')],
          [texts.number, order.id],
        ]}
      />
      {!isWaiting && (
        <a
          {...again}
          {...countedClick('again')}
          className="inline-flex min-h-11 items-center text-sm text-link underline underline-offset-4"
        >
          {texts.again}
        </a>
      )}
    </>
  );
}

/** The proof of delivery, such as an electricity token, with a button that copies it. */
function SerialNumber({ label, value }: { label: string; value: string }) {
  const texts = useTexts(orderTexts);
  const [copied, setCopied] = useState<'' | 'copied' | 'failed'>('');
  const text = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied('copied');
    } catch {
      // Without a clipboard, as in a page without https, the text is selected: the shopper copies it.
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      setCopied('failed');
    }
  };
  return (
    <section className="flex flex-wrap items-center gap-3 rounded-2xl border border-line bg-band px-4 py-3">
      <p className="min-w-0 flex-1">
        <span className="block text-xs text-quiet">{label}</span>
        <span ref={text} className="font-mono text-base wrap-anywhere">
          {value}
        </span>
      </p>
      <button
        {...countedClick('copy')}
        type="button"
        className="min-h-11 rounded-button bg-second px-4 text-sm font-medium text-second-text"
        onClick={() => void copy()}
      >
        <span aria-live="polite">
          {copied === 'copied' ? texts.copied : copied === 'failed' ? texts.selected : texts.copy}
        </span>
      </button>
    </section>
  );
}

import { formatRupiah } from '@shared/format/rupiah';
import type { ShopData } from '@shared/shop/shop-data';

import type { ShopOrder } from '@/calls/shop-calls';
import { countedClick } from '@/events/shop-event';
import { keepDraft } from '@/browser-storage/checkout-draft';
import { useLanguage, useTexts } from '@/language/language';
import { Contact } from '@/parts/contact';
import { dayAndTime, timeOfDay } from '@/parts/day-and-time';
import { FactList } from '@/parts/fact-list';
import { Icon, type IconName } from '@/parts/icons';
import { MessagePage } from '@/parts/message-page';
import { Notice } from '@/parts/notice';
import { PageHeader } from '@/parts/page-header';
import { ShopLogo } from '@/parts/shop-logo';
import { useHomeLink, useOperatorLink } from '@/parts/shop-links';

import { CopyField } from './copy-field';
import { electricityToken } from './electricity-token';
import { KeepLink } from './keep-link';
import { orderTexts } from './order-texts';
import { useOrder } from './use-order';

interface Props {
  shop: ShopData;
  token: string;
  /** What the payment page said on the way back: paid, cancelled, or nothing. The state is the server's alone. */
  returned: string;
}

/** The page of an order: where a shopper comes back from the payment, and follows what happens. */
export function OrderPage({ shop, token, returned }: Props) {
  const texts = useTexts(orderTexts);
  const { language } = useLanguage();
  const home = useHomeLink();
  const { order, isMissing, isOffline } = useOrder(shop.code, token, language);
  if (isMissing) return <MessagePage title={texts.none} text={texts.noneText} action={texts.home} link={home} />;
  return (
    <div className="flex min-h-dvh flex-col">
      <PageHeader
        title={texts.title}
        subtitle={shop.name}
        logo={<ShopLogo name={shop.name} logo={shop.logo} />}
        back={home}
        backLabel={texts.home}
      />
      <main className="mx-auto w-full max-w-2xl flex-1 space-y-5 px-4 py-5" aria-busy={!order}>
        {isOffline && <Notice isAlert>{texts.offline}</Notice>}
        {order ? (
          <OrderView shop={shop} order={order} returned={returned} />
        ) : (
          !isOffline && <p className="py-10 text-center text-sm text-quiet">{texts.loading}</p>
        )}
      </main>
    </div>
  );
}

const icons: Record<string, IconName> = { success: 'check', failed: 'alert', expired: 'alert' };

function OrderView({ shop, order, returned }: { shop: ShopData; order: ShopOrder; returned: string }) {
  const texts = useTexts(orderTexts);
  const { language } = useLanguage();
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
        {status === 'failed' && (
          <p className="mt-1 text-sm text-quiet">{shop.contact ? texts.refundContact : texts.refund}</p>
        )}
        {isWaiting && <p className="mt-1 text-sm">{texts.until(timeOfDay(order.priceUntil))}</p>}
      </section>
      {isWaiting && returned === 'cancelled' && <Notice>{texts.cancelled}</Notice>}
      {isWaiting && returned === 'paid' && <Notice>{texts.returned}</Notice>}
      {token ? (
        <>
          <CopyField label={texts.token} value={token.token} />
          <FactList
            facts={[
              [texts.account, token.name],
              [texts.tariff, token.tariff],
              [texts.energy, `${token.energy} kWh`],
            ]}
          />
        </>
      ) : (
        order.serialNumber && <CopyField label={texts.serial} value={order.serialNumber} />
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
            <li key={step.name} className="flex flex-wrap items-center gap-x-2.5 text-sm">
              <span className={step.name === 'failed' ? 'text-error' : 'text-link'}>
                <Icon name={step.name === 'failed' ? 'alert' : 'check'} size={18} />
              </span>
              <span className="flex-1">{texts.steps[step.name] ?? step.name}</span>
              <time dateTime={step.at} className="whitespace-nowrap text-quiet">
                {dayAndTime(step.at, language)}
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
      {status === 'failed' && <Contact contact={shop.contact} order={order.id} />}
      <KeepLink title={`${texts.title} · ${shop.name}`} />
      {!isWaiting && (
        <a
          href={again.href}
          {...countedClick('again')}
          onClick={() => keepDraft(shop.code, againOf(order))}
          className="inline-flex min-h-11 items-center text-sm text-link underline underline-offset-4"
        >
          {texts.again}
        </a>
      )}
    </>
  );
}

/** The same again: what was filled in and chosen, which the page of the product shows at today's price. */
function againOf({ operator, product, price, filled }: ShopOrder): Parameters<typeof keepDraft>[1] {
  const { code, denom } = product;
  return { operator, nominal: { code, denom, price, description: '' }, destination: { ...filled } };
}

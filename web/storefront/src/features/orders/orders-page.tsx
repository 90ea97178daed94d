import { useState } from 'react';

import { useLanguage, useTexts } from '@/language/language';
import { dayAndTime } from '@/parts/day-and-time';
import { Icon } from '@/parts/icons';
import { PageHeader } from '@/parts/page-header';
import { useHomeLink } from '@/parts/shop-links';

import { ordersTexts } from './orders-texts';
import { forgetOrders, readOrders } from '@/browser-storage/recent-orders';

/** The orders that were made in this browser. Their links are kept here alone. */
export function OrdersPage({ code }: { code: string }) {
  const texts = useTexts(ordersTexts);
  const { language } = useLanguage();
  const home = useHomeLink();
  const [orders, setOrders] = useState(() => readOrders(code));
  return (
    <div className="flex min-h-dvh flex-col">
      <PageHeader title={texts.title} back={home} backLabel={texts.home} />
      <main className="mx-auto w-full max-w-2xl flex-1 px-4 py-5">
        <p className="text-sm text-quiet">{orders.length > 0 ? texts.where : texts.none}</p>
        {orders.length > 0 && (
          <>
            <ul className="mt-4 divide-y divide-line overflow-hidden rounded-2xl border border-line">
              {orders.map(({ link, product, at }) => (
                <li key={link}>
                  <a
                    href={link}
                    className="flex min-h-15 items-center gap-3 px-3.5 py-2.5 -outline-offset-2 hover:bg-band"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block text-sm font-medium wrap-break-word">{product}</span>
                      <time dateTime={at} className="block text-xs/5 text-quiet">
                        {dayAndTime(at, language)}
                      </time>
                    </span>
                    <span className="text-quiet">
                      <Icon name="right" size={18} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            <button
              type="button"
              className="mt-3 inline-flex min-h-11 items-center text-sm text-link underline underline-offset-4"
              onClick={() => {
                forgetOrders(code);
                setOrders([]);
              }}
            >
              {texts.forget}
            </button>
          </>
        )}
      </main>
    </div>
  );
}

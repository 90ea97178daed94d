import { useEffect, useState } from 'react';

import { askName, CallError } from '@/calls/shop-calls';
import { useLanguage, useTexts } from '@/language/language';
import type { Destination } from '@/parts/destination-texts';
import { Icon } from '@/parts/icons';

import { productTexts } from './product-texts';

interface Props {
  /** Code of the shop. */
  code: string;
  /** Any product of the operator: all have the same destinations. */
  productCode: string;
  destination: Destination;
}

/** Nobody has typed a whole number before so many letters. */
const leastLength = 11;
const typingPause = 700;

type Known = { of: string; name: string } | { of: string; problem: string };

/** The name behind the destination, asked for once the shopper stops typing. Without an answer it shows nothing. */
export function AccountName({ code, productCode, destination }: Props) {
  const texts = useTexts(productTexts);
  const { language } = useLanguage();
  const [known, setKnown] = useState<Known | null>(null);
  const typed = Object.values(destination).join(' ').trim();
  useEffect(() => {
    if (typed.length < leastLength) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      askName(code, language, { productCode, destination: { meter: typed } })
        .then(({ accountName }) => !isOver && setKnown({ of: typed, name: accountName }))
        .catch((error: unknown) => {
          const isRefused =
            error instanceof CallError && (error.code === 'BillError' || error.code === 'ValidationError');
          if (!isOver && isRefused) setKnown({ of: typed, problem: error.message });
        });
    }, typingPause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [code, productCode, language, typed]);
  const shown = known?.of === typed ? known : null;
  return (
    <p aria-live="polite" className="mt-2 flex min-h-5 items-center gap-1.5 text-[13px]/[18px]">
      {shown && 'name' in shown && (
        <>
          <span className="text-link">
            <Icon name="check" size={16} />
          </span>
          {texts.account} <strong className="font-semibold">{shown.name}</strong>
        </>
      )}
      {shown && 'problem' in shown && <span className="text-error">{shown.problem}</span>}
    </p>
  );
}

import { useLayoutEffect, useRef, useState } from 'react';

import type { DestinationFieldName, ShopProduct } from '@shared/shop/shop-data';

import { CallError, judgeDestination } from '@/calls/shop-calls';
import { countedClick } from '@/events/shop-event';
import { useLanguage, useTexts } from '@/language/language';
import type { Destination } from '@/parts/destination-texts';
import { Icon } from '@/parts/icons';
import { OperatorTile } from '@/parts/operator-tile';
import { PayBar } from '@/parts/pay-bar';
import { useHomeLink } from '@/parts/shop-links';
import { useAccountName } from '@/parts/use-account-name';

import { AccountName } from './account-name';
import { DestinationFields, inputId } from './destination-fields';
import { NominalChoice } from './nominal-choice';
import { productTexts } from './product-texts';
import { type Missing, type Purchase, purchaseOf } from './purchase';

interface Props {
  /** Code of the shop. */
  shopCode: string;
  product: ShopProduct;
  /** Code of the nominal that is chosen at first; empty for none. */
  chosenAtFirst: string;
  /** What the shopper typed before. */
  typedAtFirst: Destination;
  /** The server judges the destination before it is paid for. */
  isJudged: boolean;
  /** Gets what a shopper wants to buy. */
  onPay: (purchase: Purchase) => void;
}

const nothingMissing: Missing = { fields: [], nominal: false };
const nominalsId = 'nominals';

/** Nobody has typed a whole number before so many letters. */
const leastLength = 11;
const typingPause = 700;

/** The page of an operator: where it goes, what is bought, and what it costs. */
export function ProductPage({ shopCode, product, chosenAtFirst, typedAtFirst, isJudged, onPay }: Props) {
  const texts = useTexts(productTexts);
  const [typed, setTyped] = useState(typedAtFirst);
  const [code, setCode] = useState(chosenAtFirst);
  const [missing, setMissing] = useState(nothingMissing);
  const [wrong, setWrong] = useState<Destination>({});
  const [doubt, setDoubt] = useState('');
  const [isChecking, setChecking] = useState(false);
  const { language } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  // What the page shows; undefined once it is left.
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    shown.current = JSON.stringify([typed, code]);
    return () => {
      shown.current = undefined;
    };
  }, [typed, code]);

  const type = (name: DestinationFieldName, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setMissing((before) => ({ ...before, fields: before.fields.filter((field) => field !== name) }));
    setWrong({});
    setDoubt('');
  };
  const focusOn = (name: DestinationFieldName) =>
    form.current?.querySelector<HTMLElement>(`#${inputId(name)}`)?.focus();
  // The number is judged here, where it can still be changed. Without an answer the order judges it. An answer about
  // what is not shown any more counts for nothing.
  const judge = async (purchase: Purchase) => {
    const judged = shown.current;
    setChecking(true);
    try {
      const input = { productCode: purchase.nominal.code, destination: purchase.destination };
      const answer = await judgeDestination(shopCode, language, input);
      if (shown.current !== judged) return;
      if (!answer.doubt) {
        onPay(purchase);
        return;
      }
      setDoubt(answer.doubt);
      // On a phone the number is far above the button, and the doubt stands beside it.
      const [field] = product.fields;
      if (field) focusOn(field.name);
    } catch (error: unknown) {
      if (shown.current !== judged) return;
      const problems =
        error instanceof CallError && error.code === 'ValidationError' ? wrongFields(product, error) : {};
      const first = product.fields.find(({ name }) => problems[name]);
      setWrong(problems);
      if (first) focusOn(first.name);
      else onPay(purchase);
    } finally {
      setChecking(false);
    }
  };
  const pay = () => {
    const purchase = purchaseOf(product, typed, code);
    if ('destination' in purchase) {
      if (doubt || !isJudged) onPay(purchase);
      else if (!isChecking) void judge(purchase);
      return;
    }
    setMissing(purchase);
    const [first] = purchase.fields;
    form.current?.querySelector<HTMLInputElement>(first ? `#${inputId(first)}` : `#${nominalsId} input`)?.focus();
  };
  const isNamed = product.inquiry && isJudged && Object.values(typed).join('').trim().length >= leastLength;
  const question = { code: shopCode, productCode: product.nominals[0]?.code ?? '', destination: typed };
  const account = useAccountName(isNamed ? question : null, typingPause);
  const first = product.fields[0]?.name;
  const refused = account && 'problem' in account && first ? { [first]: account.problem } : {};
  const nominal = product.nominals.find((one) => one.code === code);
  const isGame = product.operator.type.startsWith('game');
  return (
    <form
      ref={form}
      noValidate
      className="flex min-h-dvh flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        pay();
      }}
    >
      <ProductHeader product={product} />
      <main className="flex-1">
        {product.nominals.length === 0 && (
          <p className="mx-auto max-w-2xl px-4 py-10 text-center text-sm text-quiet">{texts.none}</p>
        )}
        {product.nominals.length > 0 && (
          <>
            <fieldset className="mx-auto block max-w-2xl px-4 pb-5">
              <Legend number={1} title={texts.destination} />
              <DestinationFields
                type={product.operator.type}
                fields={product.fields}
                typed={typed}
                missing={missing.fields}
                wrong={{ ...refused, ...wrong }}
                onType={type}
              />
              {doubt && (
                <p role="alert" className="mt-2 flex items-start gap-1.5 text-[13px]/[18px]">
                  <Icon name="alert" size={16} />
                  {texts.doubt(doubt)}
                </p>
              )}
              {product.inquiry && <AccountName name={account && 'name' in account ? account.name : ''} />}
            </fieldset>
            <div className="h-2 bg-band" />
            <fieldset id={nominalsId} className="mx-auto block max-w-2xl px-4 pb-6">
              <Legend number={2} title={texts.nominal} />
              {missing.nominal && (
                <p className="mb-2 flex items-center gap-1 text-xs text-error" role="alert">
                  <Icon name="alert" size={14} />
                  {texts.choose}
                </p>
              )}
              <NominalChoice
                nominals={product.nominals}
                value={code}
                icon={isGame ? 'gem' : 'ticket'}
                onChoose={(next) => {
                  setCode(next);
                  setDoubt('');
                  setMissing((before) => ({ ...before, nominal: false }));
                }}
              />
            </fieldset>
          </>
        )}
      </main>
      {product.nominals.length > 0 && (
        <PayBar label={nominal ? `${texts.total} · ${nominal.denom}` : texts.choose} price={nominal?.price}>
          <button
            {...countedClick('checkout', code)}
            type="submit"
            className="min-h-12 rounded-button bg-pay px-7 text-sm font-semibold text-pay-text"
          >
            {isChecking ? texts.checking : doubt ? texts.payAnyway : texts.pay}
          </button>
        </PayBar>
      )}
    </form>
  );
}

/** What the server says is wrong, by the fields of the page. */
function wrongFields(product: ShopProduct, error: CallError): Destination {
  return Object.fromEntries(
    product.fields.flatMap(({ name }) => {
      const message = error.fields[`destination.${name}`];
      return message ? [[name, message]] : [];
    }),
  );
}

function ProductHeader({ product }: { product: ShopProduct }) {
  const texts = useTexts(productTexts);
  const home = useHomeLink();
  const { code, name, type } = product.operator;
  return (
    <header className="bg-header text-header-text">
      <div className="mx-auto flex min-h-[76px] max-w-2xl items-center gap-3 py-2 pr-4 pl-2">
        <a
          {...home}
          {...countedClick('back')}
          aria-label={texts.back}
          className="flex size-11 shrink-0 items-center justify-center rounded-full"
        >
          <Icon name="back" size={18} />
        </a>
        <OperatorTile code={code} name={name} className="size-12 shrink-0 text-lg" />
        <div className="min-w-0">
          <h1 className="truncate text-base font-semibold" title={name}>
            {name}
          </h1>
          <p className="text-[13px]/[18px] text-header-quiet">{texts.arrives[type] ?? texts.instant}</p>
        </div>
      </div>
    </header>
  );
}

function Legend({ number, title }: { number: number; title: string }) {
  return (
    <legend className="pt-4 pb-2.5 text-sm font-semibold">
      {number}. {title}
    </legend>
  );
}

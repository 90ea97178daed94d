import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { emptyMark, formatDateTime } from '@shared/format/local-time';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { formatRupiah } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { ReferenceCell } from '@shared/table/cells';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';

import { productPageTexts } from './product-page-texts';
import type { ProductDetail } from './product-queries';

/** What the product is, and what it costs. */
export function ProductFacts({ product }: { product: ProductDetail }) {
  const texts = useTexts(productPageTexts);
  const { facts } = texts;
  const typeNames = useTexts(operatorTypeTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { kind, cutOff, recommendedPrice } = product;
  return (
    <Card title={facts.title}>
      <Facts>
        <Fact name={texts.edit.name}>{product.name}</Fact>
        <Fact name={facts.code}>
          <ReferenceCell value={product.code} />
        </Fact>
        <Fact name={facts.operator}>{product.operatorName}</Fact>
        <Fact name={facts.category}>{operatorTypeName(typeNames, product.operatorType)}</Fact>
        <Fact name={facts.kind}>{texts.kinds[kind]}</Fact>
        <Fact name={facts.wallet}>{walletTypeName(product.walletType)}</Fact>
        <Fact name={kind === 'prepaid' ? facts.price : facts.fee}>
          <Amount value={product.price} prefix="Rp" />
          {product.priceByHand && ` (${facts.byHand})`}
        </Fact>
        <Fact name={facts.recommended}>
          {recommendedPrice === null ? emptyMark : <Amount value={recommendedPrice} prefix="Rp" />}
        </Fact>
        {kind === 'open' && (
          <Fact name={facts.amounts}>
            <Amounts product={product} />
          </Fact>
        )}
        <Fact name={facts.cutOff}>{cutOff === null ? facts.never : facts.times(cutOff.from, cutOff.to)}</Fact>
        <Fact name={facts.description}>{product.description || emptyMark}</Fact>
        <Fact name={facts.updated}>{formatDateTime(product.updatedAt, shown, language)}</Fact>
      </Facts>
    </Card>
  );
}

const rupiah = (value: number) => formatRupiah(value, 'Rp');

function Amounts({ product: { minAmount, maxAmount } }: { product: ProductDetail }) {
  const { facts } = useTexts(productPageTexts);
  if (minAmount !== null && maxAmount !== null) return facts.between(rupiah(minAmount), rupiah(maxAmount));
  if (minAmount !== null) return facts.from(rupiah(minAmount));
  return maxAmount === null ? facts.anyAmount : facts.upTo(rupiah(maxAmount));
}

/** What destinations of the product look like. */
export function DestinationCard({ product: { destination } }: { product: ProductDetail }) {
  const texts = useTexts(productPageTexts).destination;
  const { form, minLength, maxLength, example, text, parts } = destination;
  return (
    <Card title={texts.title}>
      <Facts>
        <Fact name={texts.form}>{texts.forms[form]}</Fact>
        <Fact name={texts.length}>{texts.lengths(minLength, maxLength)}</Fact>
        <Fact name={texts.example}>
          <ReferenceCell value={example} />
        </Fact>
        {text !== '' && <Fact name={texts.text}>{text}</Fact>}
        {parts.length > 0 && <Fact name={texts.parts}>{parts.join(', ')}</Fact>}
      </Facts>
    </Card>
  );
}
